//! What containers, services and dashboards are told exists, although no engine is at hand to try it.

use std::collections::BTreeSet;

use yaml_rust2::{Yaml, YamlLoader};

use super::Problem;
use super::tree::Tree;

const FOLDER: &str = "deploy/";
const DOCKERFILE: &str = "deploy/Dockerfile";
const COMPOSE: &str = "deploy/compose.yaml";
const DASHBOARD: &str = "deploy/grafana-dashboard.json";
const PROXY: &str = "deploy/Caddyfile";
const SCRAPES: &str = "deploy/prometheus.yml";
const IGNORED: &str = ".dockerignore";

/// What an engine would copy for nothing, or must not see.
const NOT_COPIED: [&str; 4] = [".git", "**/target", "**/node_modules", "deploy/.env"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = settings(tree);
    problems.extend(figures(tree));
    if let Some(text) = tree.text(DOCKERFILE) {
        problems.extend(dockerfile(text));
        let ignored: Vec<&str> = tree.text(IGNORED).unwrap_or_default().lines().collect();
        for what in NOT_COPIED.into_iter().filter(|what| !ignored.contains(what)) {
            problems.push(Problem::of(IGNORED, format!("the image would be built from `{what}` too")));
        }
    }
    if let Some(text) = tree.text(COMPOSE) {
        problems.extend(compose(tree, text));
        problems.extend(structure(text, tree.text(SCRAPES)));
    }
    problems
}

/// The words of a text that begin with this and go on with letters, digits and `_`.
fn words<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines().enumerate().flat_map(move |(number, line)| {
        line.match_indices(start).map(move |(at, _)| {
            let rest = &line[at..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            (number + 1, &rest[..end])
        })
    })
}

/// Every variable that is set is one that the command reads.
fn settings(tree: &Tree) -> Vec<Problem> {
    let known: Vec<&str> = ["crates/rainette/src/", "crates/rainette-server/src/"]
        .into_iter()
        .flat_map(|folder| tree.below(folder, ".rs"))
        .flat_map(|(_, text)| words(text, "RAINETTE_"))
        .map(|(_, word)| word)
        .collect();
    let files = tree.files().filter(|(path, _)| path.starts_with(FOLDER) || *path == "docs/operating.md");
    let used =
        files.flat_map(|(path, text)| words(text, "RAINETTE_").map(move |(line, word)| (path, line, word)));
    used.filter(|(_, _, word)| !known.contains(word))
        .map(|(path, line, word)| Problem::at(path, line, format!("nobody reads `{word}`")))
        .collect()
}

/// Every figure that the dashboard shows is one that the server has.
fn figures(tree: &Tree) -> Vec<Problem> {
    let Some(text) = tree.text(DASHBOARD) else { return Vec::new() };
    let mut problems = Vec::new();
    if let Err(error) = serde_json::from_str::<serde_json::Value>(text) {
        problems.push(Problem::of(DASHBOARD, format!("is no JSON: {error}")));
    }
    let has = |name: &str| {
        let name = format!("\"{name}\"");
        tree.below("crates/rainette-server/src/", ".rs").any(|(_, text)| text.contains(&name))
    };
    for (line, word) in words(text, "rainette_") {
        let name = word.strip_suffix("_bucket").or(word.strip_suffix("_sum")).unwrap_or(word);
        if !has(name) {
            problems.push(Problem::at(DASHBOARD, line, format!("there is no figure `{word}`")));
        }
    }
    problems
}

/// What one would be told by a linter: fixed bases, no root, nothing fetched from elsewhere, a probe.
fn dockerfile(text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut bases = Vec::new();
    let mut last_user = None;
    let mut has_probe = false;
    for (number, line) in text.lines().enumerate() {
        let mut parts = line.split_whitespace();
        match parts.next().unwrap_or_default() {
            "FROM" => {
                let base = parts.next().unwrap_or_default();
                let is_fixed = base == "scratch" || bases.contains(&base) || is_fixed(base);
                if !is_fixed {
                    problems.push(Problem::at(
                        DOCKERFILE,
                        number + 1,
                        format!("`{base}` can change any day"),
                    ));
                }
                bases.extend(parts.nth(1));
                last_user = None;
            }
            "USER" => last_user = parts.next(),
            "ADD" => {
                problems.push(Problem::at(
                    DOCKERFILE,
                    number + 1,
                    "`COPY` says what it does, `ADD` does not",
                ));
            }
            "HEALTHCHECK" => has_probe = true,
            "CMD" | "ENTRYPOINT" if !line.contains('[') => {
                problems.push(Problem::at(
                    DOCKERFILE,
                    number + 1,
                    "there is no shell to run this: write a list",
                ));
            }
            _ => {}
        }
    }
    let is_root = last_user.is_none_or(|user| {
        let id = user.split(':').next().unwrap_or_default();
        id.parse::<u32>().is_ok_and(|id| id == 0) || id.parse::<u32>().is_err()
    });
    if is_root {
        problems.push(Problem::of(
            DOCKERFILE,
            "the image runs as root, or as a name that `scratch` does not know",
        ));
    }
    if !has_probe {
        problems.push(Problem::of(DOCKERFILE, "nobody asks whether the server is ready"));
    }
    problems
}

/// An image with a version.
fn is_fixed(image: &str) -> bool {
    image.split_once(':').is_some_and(|(_, tag)| tag.starts_with(|c: char| c.is_ascii_digit()))
}

/// Images have versions, files that are mounted exist, the proxy knows the nodes, nothing secret is written down.
fn compose(tree: &Tree, text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut services = Vec::new();
    let mut section = "";
    for (number, line) in text.lines().enumerate() {
        let at = |what: String| Problem::at(COMPOSE, number + 1, what);
        if line.contains('\t') {
            problems.push(at("YAML knows no tabs".to_owned()));
        }
        if !line.starts_with([' ', '#']) && !line.is_empty() {
            section = line.trim_end();
        }
        let name = line.strip_prefix("  ").and_then(|rest| rest.strip_suffix(':'));
        if section == "services:"
            && let Some(name) = name.filter(|name| !name.starts_with(' '))
        {
            services.push(name);
        }
        let value = line.trim().strip_prefix("image: ");
        if let Some(image) = value.filter(|image| *image != "rainette" && !is_fixed(image)) {
            problems.push(at(format!("`{image}` can change any day")));
        }
        if line.trim().starts_with("POSTGRES_PASSWORD:") && !line.contains("${") {
            problems.push(at("a password is written down".to_owned()));
        }
        if let Some((_, bus)) = line.split_once("nats://")
            && !bus.split_once('@').is_some_and(|(who, _)| who.contains(":${"))
        {
            problems.push(at("the bus has no password, or one that is written down".to_owned()));
        }
        for (start, _) in line.match_indices("\"./") {
            let file = line[start + 3..].split(':').next().unwrap_or_default();
            if !tree.has_file(&format!("{FOLDER}{file}")) {
                problems.push(at(format!("there is no `{file}` to be mounted")));
            }
        }
    }
    let proxied = tree.text(PROXY).unwrap_or_default();
    for node in services.iter().filter(|name| name.starts_with("node-")) {
        if !proxied.split_whitespace().any(|word| word == format!("{node}:7777")) {
            problems.push(Problem::of(PROXY, format!("`{node}` gets no requests")));
        }
    }
    for (needed, why) in [
        ("{$DOMAIN} {", "without a domain there is no TLS"),
        ("flush_interval -1", "sockets are passed on at once"),
        ("health_uri /readyz", "a node that goes down gets no more requests"),
    ] {
        if !proxied.contains(needed) {
            problems.push(Problem::of(PROXY, format!("`{needed}` is missing: {why}")));
        }
    }
    if !text.contains("\"443:443\"") {
        problems.push(Problem::of(COMPOSE, "nobody can come by HTTPS"));
    }
    problems
}

/// The one document of a file in YAML.
fn document(path: &str, text: &str) -> Result<Yaml, Problem> {
    match YamlLoader::load_from_str(text) {
        Ok(mut documents) if documents.len() == 1 => Ok(documents.remove(0)),
        Ok(documents) => Err(Problem::of(path, format!("holds {} documents", documents.len()))),
        Err(error) => Err(Problem::at(path, error.marker().line(), format!("is no YAML: {}", error.info()))),
    }
}

/// What stands under a name, in the mapping itself or in one that is merged into it.
fn field<'a>(mapping: &'a Yaml, name: &str) -> Option<&'a Yaml> {
    let own = &mapping[name];
    if !own.is_badvalue() {
        return Some(own);
    }
    let merged = &mapping["<<"];
    if merged.is_badvalue() { None } else { field(merged, name) }
}

/// The names that a list or a mapping holds.
fn names(value: Option<&Yaml>) -> BTreeSet<&str> {
    match value {
        Some(Yaml::Array(items)) => items.iter().filter_map(Yaml::as_str).collect(),
        Some(Yaml::Hash(pairs)) => pairs.keys().filter_map(Yaml::as_str).collect(),
        _ => BTreeSet::new(),
    }
}

/// Everything that a service names is there: what it waits for, networks, volumes. Figures are fetched from services.
fn structure(text: &str, scrapes: Option<&str>) -> Vec<Problem> {
    let compose = match document(COMPOSE, text) {
        Ok(compose) => compose,
        Err(problem) => return vec![problem],
    };
    let Some(services) = compose["services"].as_hash() else {
        return vec![Problem::of(COMPOSE, "has no services")];
    };
    let all = names(Some(&compose["services"]));
    let (networks, volumes) = (names(Some(&compose["networks"])), names(Some(&compose["volumes"])));
    let mut problems = Vec::new();
    for (name, service) in services {
        let name = name.as_str().unwrap_or_default();
        let mut check = |kind: &str, wanted: BTreeSet<&str>, there: &BTreeSet<&str>| {
            for missing in wanted.difference(there) {
                problems.push(Problem::of(
                    COMPOSE,
                    format!("`{name}` needs the {kind} `{missing}`, which is not there"),
                ));
            }
        };
        check("service", names(field(service, "depends_on")), &all);
        check("network", names(field(service, "networks")), &networks);
        let mounted = names(field(service, "volumes"));
        let mounted = mounted.iter().filter_map(|it| it.split(':').next());
        check("volume", mounted.filter(|from| !from.starts_with(['.', '/'])).collect(), &volumes);
        if field(service, "image").is_none() && field(service, "build").is_none() {
            problems.push(Problem::of(COMPOSE, format!("nobody knows what `{name}` is")));
        }
    }
    let fetched = match document(SCRAPES, scrapes.unwrap_or_default()) {
        Ok(fetched) => fetched,
        Err(problem) => {
            problems.push(problem);
            return problems;
        }
    };
    let (mut fetched_from, mut public) = (BTreeSet::new(), Vec::new());
    for job in fetched["scrape_configs"].as_vec().into_iter().flatten() {
        let groups = |kind: &str| job[kind].as_vec().into_iter().flatten();
        let targets = groups("static_configs").flat_map(|group| names(Some(&group["targets"])));
        for target in targets {
            let (name, port) = target.split_once(':').unwrap_or((target, ""));
            fetched_from.insert(name);
            if port == "7777" {
                public.push(Problem::of(SCRAPES, format!("`{name}` shows no figures where people come")));
            }
        }
        fetched_from.extend(groups("dns_sd_configs").flat_map(|group| names(Some(&group["names"]))));
    }
    problems.extend(public);
    let is_ours = |service: &Yaml| field(service, "image").and_then(Yaml::as_str) == Some("rainette");
    let ours = services.iter().filter(|(_, service)| is_ours(service));
    let ours: BTreeSet<&str> = ours.filter_map(|(name, _)| name.as_str()).collect();
    for missing in fetched_from.difference(&ours) {
        problems.push(Problem::of(SCRAPES, format!("`{missing}` has no figures")));
    }
    for missing in ours.difference(&fetched_from) {
        problems.push(Problem::of(SCRAPES, format!("nobody fetches the figures of `{missing}`")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    #[test]
    fn settings_and_figures_are_those_that_there_are() {
        let tree = Tree::of([
            (
                "crates/rainette-server/src/config.rs",
                "env = \"RAINETTE_DATA\" counter!(\"rainette_x_total\")",
            ),
            ("deploy/a.service", "Environment=RAINETTE_DATA=/x\nEnvironment=RAINETTE_DATE=/x\n"),
            (DASHBOARD, "[\"rainette_x_total\",\n\"rainette_y_bucket\"]"),
        ]);
        assert_eq!(
            lines(check(&tree)),
            [
                "deploy/a.service:2: nobody reads `RAINETTE_DATE`",
                "deploy/grafana-dashboard.json:2: there is no figure `rainette_y_bucket`"
            ]
        );
    }

    #[test]
    fn images_are_fixed_and_do_not_run_as_root() {
        let good = "FROM rust:1.95 AS build\nFROM scratch\nUSER 65532:65532\nHEALTHCHECK CMD [\"a\"]\n";
        assert_eq!(dockerfile(good), []);
        let bad = "FROM rust:latest\nADD a b\nUSER root\nCMD serve\n";
        assert_eq!(
            lines(dockerfile(bad)),
            [
                "deploy/Dockerfile:1: `rust:latest` can change any day",
                "deploy/Dockerfile:2: `COPY` says what it does, `ADD` does not",
                "deploy/Dockerfile:4: there is no shell to run this: write a list",
                "deploy/Dockerfile: the image runs as root, or as a name that `scratch` does not know",
                "deploy/Dockerfile: nobody asks whether the server is ready"
            ]
        );
    }

    #[test]
    fn services_need_what_is_there() {
        let good = "x-node: &node\n  image: rainette\n  networks: [pond]\nservices:\n  a:\n    <<: *node\n  b:\n    \
                    build: .\n    depends_on: [a]\n    volumes: [\"v:/data\", \"./x:/y\"]\nnetworks:\n  pond:\nvolumes:\n  v:\n";
        let fetched = "scrape_configs:\n  - static_configs:\n      - targets: [\"a:7778\"]\n";
        assert_eq!(structure(good, Some(fetched)), []);
        let looked_up = "scrape_configs:\n  - dns_sd_configs:\n      - names: [a]\n        port: 7778\n";
        assert_eq!(structure(good, Some(looked_up)), []);
        let bad = good.replace("  pond:\n", "  lake:\n").replace("[a]", "[c]").replace("  v:\n", "  w:\n");
        assert_eq!(
            lines(structure(&bad, Some(&fetched.replace("a:7778", "d:7777")))),
            [
                "deploy/compose.yaml: `a` needs the network `pond`, which is not there",
                "deploy/compose.yaml: `b` needs the service `c`, which is not there",
                "deploy/compose.yaml: `b` needs the volume `v`, which is not there",
                "deploy/prometheus.yml: `d` shows no figures where people come",
                "deploy/prometheus.yml: `d` has no figures",
                "deploy/prometheus.yml: nobody fetches the figures of `a`",
            ]
        );
        let broken = structure("services:\n  a: [\n", None);
        assert_eq!(broken.len(), 1, "{broken:?}");
    }

    #[test]
    fn an_engine_is_not_shown_everything() {
        let recipe = "FROM scratch\nUSER 65532:65532\nHEALTHCHECK CMD [\"a\"]\n";
        let tree = Tree::of([(DOCKERFILE, recipe), (IGNORED, ".git\n**/node_modules\ndeploy/.env\n")]);
        assert_eq!(lines(check(&tree)), [".dockerignore: the image would be built from `**/target` too"]);
    }

    #[test]
    fn a_proxy_knows_every_node_and_nothing_is_open_to_all() {
        let text = "services:\n  node-1:\n    image: rainette\n    ports: [\"443:443\"]\n    x: nats://a:${B}@nats\n";
        let proxy =
            "{$DOMAIN} {\n reverse_proxy node-1:7777 {\n health_uri /readyz\n flush_interval -1\n }\n}\n";
        assert_eq!(compose(&Tree::of([(PROXY, proxy)]), text), []);
        let text = "services:\n  node-1:\n    image: rainette\n  node-2:\n    image: nats:latest\n    \
                    volumes: [\"./x.conf:/y\"]\n    x: nats://nats:4222\n    y: nats://a:b@nats\n";
        let tree = Tree::of([(PROXY, "reverse_proxy node-1:7777 node-22:7777")]);
        assert_eq!(
            lines(compose(&tree, text)),
            [
                "deploy/compose.yaml:5: `nats:latest` can change any day",
                "deploy/compose.yaml:6: there is no `x.conf` to be mounted",
                "deploy/compose.yaml:7: the bus has no password, or one that is written down",
                "deploy/compose.yaml:8: the bus has no password, or one that is written down",
                "deploy/Caddyfile: `node-2` gets no requests",
                "deploy/Caddyfile: `{$DOMAIN} {` is missing: without a domain there is no TLS",
                "deploy/Caddyfile: `flush_interval -1` is missing: sockets are passed on at once",
                "deploy/Caddyfile: `health_uri /readyz` is missing: a node that goes down gets no more requests",
                "deploy/compose.yaml: nobody can come by HTTPS"
            ]
        );
    }
}
