//! A client with an address of its own that counts its bytes, and may be as rude as it likes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::super::socket::Trouble;
use super::line::{Line, Response};
use super::talk::Socket;

/// Longer than any answer takes while the server is well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What went over the wire, as the clients of one side saw it.
#[derive(Default)]
pub(crate) struct Tally {
    /// Bytes that the server was sent.
    pub(crate) sent: AtomicU64,
    /// Bytes that the server sent, as far as they were read.
    pub(crate) received: AtomicU64,
    /// Answers that admit to a mistake of the server's own.
    pub(crate) mistakes: AtomicU64,
}

impl Tally {
    pub(crate) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// A connection that counts.
pub(crate) struct Counted {
    stream: TcpStream,
    pub(crate) tally: Arc<Tally>,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let done = Pin::new(&mut self.stream).poll_read(context, buffer);
        let more = buffer.filled().len() - before;
        self.tally.received.fetch_add(more as u64, Ordering::Relaxed);
        done
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        if let Poll::Ready(Ok(written)) = done {
            self.tally.sent.fetch_add(written as u64, Ordering::Relaxed);
        }
        done
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Somebody at an address, perhaps with a token.
#[derive(Clone)]
pub(crate) struct Client {
    from: Ipv4Addr,
    to: SocketAddr,
    tally: Arc<Tally>,
    token: Option<String>,
    /// Further header lines, each with its end.
    headers: String,
    /// How many bytes the system may keep for whoever does not read; its own choice if none is named.
    unread: Option<u32>,
}

impl Client {
    pub(crate) fn new(from: Ipv4Addr, to: SocketAddr, tally: Arc<Tally>) -> Self {
        Self { from, to, tally, token: None, headers: String::new(), unread: None }
    }

    /// The same, with one more header.
    pub(crate) fn with_header(&self, name: &str, value: &str) -> Self {
        Self { headers: format!("{}{name}: {value}\r\n", self.headers), ..self.clone() }
    }

    /// The same, for connections that are not read: the system keeps next to nothing for them.
    pub(crate) fn unreading(&self) -> Self {
        Self { unread: Some(4_096), ..self.clone() }
    }

    /// The same, with this token, whoever gave it.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same, with somebody else's token: another device of theirs.
    pub(crate) fn holding(&self, other: &Self) -> Self {
        Self { token: other.token.clone(), ..self.clone() }
    }

    /// The same with a token that the server gave.
    pub(crate) async fn named(mut self) -> Result<Self, Trouble> {
        let answer = self.post("/api/tokens", &json!({})).await?;
        self.token = Some(answer.text_at("token").ok_or("the server gave no token")?);
        Ok(self)
    }

    async fn stream(&self) -> io::Result<Counted> {
        let socket = TcpSocket::new_v4()?;
        if let Some(size) = self.unread {
            socket.set_recv_buffer_size(size)?;
        }
        socket.bind(SocketAddr::new(IpAddr::V4(self.from), 0))?;
        let stream = socket.connect(self.to).await?;
        stream.set_nodelay(true)?;
        Ok(Counted { stream, tally: Arc::clone(&self.tally) })
    }

    /// Opens a connection on which nothing has been said.
    pub(crate) async fn dial(&self) -> Result<Line, Trouble> {
        Ok(Line::new(timeout(PATIENCE, self.stream()).await??))
    }

    /// The bytes of a request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let token = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n"));
        let host =
            if self.headers.contains("Host: ") { String::new() } else { format!("Host: {}\r\n", self.to) };
        let (token, length) = (token.unwrap_or_default(), body.len());
        let headers = &self.headers;
        format!("{method} {path} HTTP/1.1\r\n{host}{token}{headers}Content-Length: {length}\r\n\r\n{body}")
            .into_bytes()
    }

    /// Sends a request over a connection of its own.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &str) -> Result<Response, Trouble> {
        let mut line = self.dial().await?;
        line.send(&self.request(method, path, body)).await?;
        line.answer().await?.ok_or_else(|| format!("{method} {path}: no answer").into())
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Response, Trouble> {
        self.ask("GET", path, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Response, Trouble> {
        self.ask("POST", path, &body.to_string()).await
    }

    /// Opens a table, and gives its id.
    pub(crate) async fn open(&self, wish: &Value) -> Result<Seated, Trouble> {
        let answer = self.post("/api/tables", wish).await?;
        let (table, invite) = (answer.text_at("table"), answer.text_at("invite"));
        let table = table.ok_or_else(|| format!("no table was opened: {}", answer.text()))?;
        Ok(Seated { table, invite: invite.unwrap_or_default() })
    }

    /// Opens a socket on which nothing has been said.
    pub(crate) async fn upgrade(&self, table: &str) -> Result<Socket, Trouble> {
        let mut request = format!("ws://{}/api/tables/{table}/socket", self.to).into_client_request()?;
        if let Some(token) = &self.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let opening = async {
            let (stream, _) = client_async(request, self.stream().await?).await?;
            Ok::<_, Trouble>(Socket::new(stream))
        };
        timeout(PATIENCE, opening).await?
    }

    /// Opens a socket and says hello.
    pub(crate) async fn sit(&self, table: &str) -> Result<Socket, Trouble> {
        let mut socket = self.upgrade(table).await?;
        socket.say(&json!({ "type": "hello" })).await?;
        Ok(socket)
    }
}

/// A table that was opened.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) table: String,
    pub(crate) invite: String,
}
