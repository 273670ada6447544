//! What the image holds, tried without an engine: a static binary in an otherwise empty root.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::command::{cargo, output, program, root, run};
use crate::tidy;

/// Who the image runs as.
const USER: u32 = 65_532;

/// What makes the binary static.
const FLAGS: &str = "-C target-feature=+crt-static";

/// How long the server may take to be ready, and to go down.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the image's names are asked for: an address of this machine alone.
const NAME_SERVER: Ipv4Addr = Ipv4Addr::new(127, 77, 30, 53);

/// A name that only the file of hosts knows, and one that only the name server knows.
const IN_HOSTS: &str = "pond";
const IN_DNS: &str = "node-1";

/// Checks what can be checked of `deploy/` without an engine: the files themselves; then the binary is built as the
/// Dockerfile does and started in a root of its own as nobody, where it finds names, serves the page and ends when told.
pub(crate) fn container() -> Result<()> {
    tidy::deploy()?;
    let recipe = fs::read_to_string(root().join("deploy/Dockerfile")).context("there is no Dockerfile")?;
    let user = format!("USER {USER}:{USER}");
    let build = "--profile dist --locked --package rainette --features full --target";
    for part in [FLAGS, &user, &format!("{build} \"$(rustc --print host-tuple)\""), "strip --strip-debug"] {
        ensure!(recipe.contains(part), "deploy/Dockerfile is built otherwise: there is no `{part}` in it");
    }
    // With a target named, only what is ours is linked statically.
    let target = output(program("rustc").args(["--print", "host-tuple"]))?;
    let target = target.trim();
    let mut build = cargo(&format!("build {build} {target}"));
    // A folder of its own: the flags are others than usual.
    run(build.env("RUSTFLAGS", FLAGS).args(["--target-dir", "target/container"]))?;
    let binary = root().join(format!("target/container/{target}/dist/rainette"));
    let code = fs::read(&binary).context("the binary cannot be read")?;
    ensure!(is_static(&code).context("the binary is none")?, "the binary needs a loader and libraries");
    let image = std::env::temp_dir().join(format!("rainette-image-{}", std::process::id()));
    let tried = lay_out(&image, &binary).and_then(|is_root| {
        let size = fs::metadata(image.join("usr/bin/rainette"))?.len();
        println!("container: the binary is static and has {} MB", size / 1_000_000);
        try_out(&image, is_root)
    });
    let _ = fs::remove_dir_all(&image);
    tried
}

/// Does a binary run without a loader? None if it is no binary of 64 bits.
fn is_static(code: &[u8]) -> Option<bool> {
    const LOADER: u32 = 3;
    let number = |at: usize, bytes: usize| -> Option<usize> {
        let bytes = code.get(at..at.checked_add(bytes)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    if code.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let (first, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let mut parts = (0..count).map(|part| number(first.checked_add(part * size)?, 4));
    parts.try_fold(true, |is_so, kind| Some(is_so && kind? != LOADER as usize))
}

/// Lays out the root of the image, and says whether it can be one: only root can change the root and make devices.
fn lay_out(image: &Path, binary: &Path) -> Result<bool> {
    for folder in ["usr/bin", "etc", "data", "dev", "tmp"] {
        fs::create_dir_all(image.join(folder))?;
    }
    let copy = image.join("usr/bin/rainette");
    fs::copy(binary, &copy).context("the binary cannot be copied")?;
    run(program("strip").arg("--strip-debug").arg(&copy))?;
    let is_root = fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if is_root {
        std::os::unix::fs::chown(image.join("data"), Some(USER), Some(USER))?;
    }
    fs::set_permissions(image.join("tmp"), fs::Permissions::from_mode(0o1777))?;
    // What an engine lays down: names, and devices for random numbers.
    fs::write(image.join("etc/hosts"), format!("127.0.0.1 {IN_HOSTS}\n"))?;
    fs::write(image.join("etc/resolv.conf"), format!("nameserver {NAME_SERVER}\n"))?;
    let has_device = |(name, minor): (&str, &str)| {
        let mut make = program("mknod");
        make.args(["-m", "666"]).arg(image.join("dev").join(name)).args(["c", "1", minor]);
        make.status().is_ok_and(|status| status.success())
    };
    Ok(is_root && [("random", "8"), ("urandom", "9")].into_iter().all(has_device))
}

/// The binary as the engine would start it. Only root can change the root.
fn inside(image: &Path, is_root: bool, arguments: &[&str]) -> Command {
    let mut command = if is_root {
        let mut command = program("chroot");
        command.arg(format!("--userspec={USER}:{USER}")).arg(image).arg("/usr/bin/rainette");
        // As an engine sets it; without it, `chroot` itself would not be found either.
        command.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("RAINETTE_DATA", "/data");
        command
    } else {
        let mut command = program(image.join("usr/bin/rainette"));
        command.env_clear().env("RAINETTE_DATA", image.join("data"));
        command
    };
    command.args(arguments);
    command
}

fn try_out(image: &Path, is_root: bool) -> Result<()> {
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let listen = format!("127.0.0.1:{port}");
    let server = inside(image, is_root, &["serve", "--listen", &listen]).spawn();
    let mut server = Killed(server.context("the server cannot be started")?);
    await_ready(&mut server.0, &mut inside(image, is_root, &["probe", &listen]))?;
    ensure!(image.join("data/rainette.db").is_file(), "the server keeps its tables elsewhere");
    check_page(&listen)?;
    println!("container: the server is ready and serves the page");
    if is_root {
        let status = fs::read_to_string(format!("/proc/{}/status", server.0.id()))?;
        let users = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
        let is_nobody = users.split_whitespace().all(|user| user == USER.to_string());
        ensure!(is_nobody, "the server runs as somebody else: {users}");
        println!("container: it runs as user {USER}, in a root that holds nothing else");
        check_names(image, port)?;
    } else {
        println!(
            "container: not tried: a root of its own, another user and names, which only root can arrange"
        );
    }
    let pid = server.0.id().to_string();
    run(program("kill").args(["-TERM", &pid]))?;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = server.0.try_wait()? {
            ensure!(status.success(), "told to stop, the server ended with {status}");
            println!("container: told to stop, it ends with 0");
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    bail!("the server does not stop")
}

fn await_ready(server: &mut Child, probe: &mut Command) -> Result<()> {
    let begun = Instant::now();
    loop {
        let asked = probe.output()?;
        if asked.status.success() {
            return Ok(());
        }
        if let Some(status) = server.try_wait()? {
            bail!("the server ended with {status}");
        }
        if begun.elapsed() > PATIENCE {
            bail!("the server is not ready: {}", String::from_utf8_lossy(&asked.stderr));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The page comes, and so does the first script that it names.
fn check_page(address: &str) -> Result<()> {
    let page = fetch(address, "/")?;
    ensure!(page.to_lowercase().contains("<!doctype html>"), "what is served is no page: {page}");
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
    let script = script.context("the page has no script")?;
    fetch(address, &format!("/{}", script.trim_start_matches(['.', '/']))).map(drop)
}

fn fetch(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    ensure!(
        answer.starts_with("HTTP/1.1 200 "),
        "`{path}` is not served: {}",
        answer.lines().next().unwrap_or_default()
    );
    Ok(answer)
}

/// Names of other containers are found, in the file of hosts and by asking a name server as an engine has one.
fn check_names(image: &Path, port: u16) -> Result<()> {
    let find = |name: &str| -> Result<()> {
        let asked = inside(image, true, &["probe", &format!("{name}:{port}")]).output()?;
        ensure!(asked.status.success(), "`{name}` is not found: {}", String::from_utf8_lossy(&asked.stderr));
        Ok(())
    };
    match UdpSocket::bind((NAME_SERVER, 53)) {
        Ok(socket) => {
            std::thread::spawn(move || name_server(&socket));
            find(IN_DNS)?;
            println!("container: it finds names by asking a name server");
            find(IN_HOSTS)?;
            println!("container: it finds names in /etc/hosts");
        }
        Err(error) => {
            println!("container: not tried: names, since there can be no name server here: {error}");
        }
    }
    Ok(())
}

/// Answers questions for one name with this machine, and says of every other that it is unknown.
fn name_server(socket: &UdpSocket) {
    let mut question = [0; 512];
    while let Ok((length, asker)) = socket.recv_from(&mut question) {
        if let Some(answer) = name_answer(&question[..length]) {
            let _ = socket.send_to(&answer, asker);
        }
    }
}

/// What a name server says to a question: see RFC 1035, section 4.
fn name_answer(question: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 12;
    let id = question.get(..2)?;
    let body = question.get(HEADER..)?;
    let name_ends = body.iter().position(|byte| *byte == 0)? + 1;
    let body = body.get(..name_ends + 4)?;
    let mut known = vec![IN_DNS.len() as u8];
    known.extend_from_slice(IN_DNS.as_bytes());
    known.push(0);
    let is_known = body[..name_ends] == known;
    let is_v4 = body[name_ends..] == [0, 1, 0, 1];
    let mut answer = id.to_vec();
    // An answer, to a question that may be passed on; 3 says that there is no such name.
    answer.extend([0x81, if is_known { 0x80 } else { 0x83 }]);
    answer.extend([0, 1, 0, u8::from(is_known && is_v4), 0, 0, 0, 0]);
    answer.extend_from_slice(body);
    if is_known && is_v4 {
        // The name of the question, an address of the Internet, for a minute, four bytes.
        answer.extend([0xC0, HEADER as u8, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
        answer.extend(Ipv4Addr::LOCALHOST.octets());
    }
    Some(answer)
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A binary with such parts, as far as anybody looks at it.
    fn binary(parts: &[u8]) -> Vec<u8> {
        let mut code = vec![0; 64];
        code[..6].copy_from_slice(b"\x7fELF\x02\x01");
        code[32] = 64;
        code[54] = 56;
        code[56] = parts.len() as u8;
        for part in parts {
            code.push(*part);
            code.extend([0; 55]);
        }
        code
    }

    #[test]
    fn a_binary_that_names_a_loader_is_not_static() {
        assert_eq!(is_static(&binary(&[1, 1, 2])), Some(true));
        assert_eq!(is_static(&binary(&[1, 3, 2])), Some(false));
        assert_eq!(is_static(&binary(&[1, 3])[..100]), None, "cut short");
        assert_eq!(is_static(b"#!/bin/sh"), None);
    }

    #[test]
    fn a_name_server_knows_one_name() {
        let ask = |name: &str, kind: u8| {
            let mut question = vec![7, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, name.len() as u8];
            question.extend_from_slice(name.as_bytes());
            question.extend([0, 0, kind, 0, 1]);
            name_answer(&question).expect("an answer")
        };
        let found = ask(IN_DNS, 1);
        assert_eq!((&found[..4], found[7]), ([7, 9, 0x81, 0x80].as_slice(), 1));
        assert!(found.ends_with(&[0, 4, 127, 0, 0, 1]));
        assert_eq!(ask(IN_DNS, 28)[3..8], [0x80, 0, 1, 0, 0], "no address of the other kind");
        assert_eq!(ask("node-3", 1)[3], 0x83);
        assert_eq!(name_answer(&[1, 2, 3]), None);
    }
}
