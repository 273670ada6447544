//! Somebody at the server: requests, and a socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use rainette_server::protocol::{Hello, OpenTable, Seated, ToClient, ToServer, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// What went wrong on the way, which is expected where servers are killed.
pub(crate) type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// Longer than any answer takes while the server runs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody with a token.
#[derive(Clone)]
pub(crate) struct Person {
    http: reqwest::Client,
    pub(crate) address: SocketAddr,
    token: String,
}

impl Person {
    /// Somebody new.
    pub(crate) async fn new(http: &reqwest::Client, address: SocketAddr) -> Result<Self, Trouble> {
        let reply = http.post(format!("http://{address}/api/tokens")).timeout(PATIENCE).send().await?;
        let token: Token = serde_json::from_slice(&reply.error_for_status()?.bytes().await?)?;
        Ok(Self { http: http.clone(), address, token: token.token })
    }

    /// The same person, at another node.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        let request = self.http.post(format!("http://{}{path}", self.address)).bearer_auth(&self.token);
        let request = request.header("content-type", "application/json").body(serde_json::to_vec(body)?);
        let reply = request.timeout(PATIENCE).send().await?;
        let (status, bytes) = (reply.status(), reply.bytes().await?);
        if !status.is_success() {
            return Err(format!("{path}: {status} {}", String::from_utf8_lossy(&bytes)).into());
        }
        Ok(serde_json::from_slice(if bytes.is_empty() { b"null" } else { &bytes })?)
    }

    /// Asks for something as a page does, if it is another than the one with this tag; gives its tag, if it has one.
    pub(crate) async fn look(&self, path: &str, known: Option<String>) -> Result<Option<String>, Trouble> {
        let request = self.http.get(format!("http://{}{path}", self.address)).bearer_auth(&self.token);
        // As browsers do.
        let request = request.header("accept-encoding", "gzip");
        let request = match known {
            Some(tag) => request.header("if-none-match", tag),
            None => request,
        };
        let reply = request.timeout(PATIENCE).send().await?.error_for_status()?;
        let tag = reply.headers().get("etag").and_then(|tag| tag.to_str().ok()).map(str::to_owned);
        reply.bytes().await?;
        Ok(tag)
    }

    pub(crate) async fn open(&self, wish: &OpenTable) -> Result<Seated, Trouble> {
        self.post("/api/tables", wish).await
    }

    /// Opens a socket and says hello.
    pub(crate) async fn connect(&self, table: &str, after: u64) -> Result<Socket, Trouble> {
        let mut request = format!("ws://{}/api/tables/{table}/socket", self.address).into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse()?);
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        // Small buffers, so that thousands of sockets fit in here too.
        let config = WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0);
        let opening = client_async_with_config(request, stream, Some(config));
        let (stream, _) = timeout(PATIENCE, opening).await??;
        let mut socket = Socket { stream };
        socket.say(&ToServer::Hello(Hello { after, seat: None })).await?;
        Ok(socket)
    }
}

/// A socket of somebody.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &ToServer) -> Result<(), Trouble> {
        Ok(self.stream.send(Message::Text(serde_json::to_string(message)?.into())).await?)
    }

    /// The next frame as text.
    pub(crate) async fn hear_text(&mut self) -> Result<String, Trouble> {
        loop {
            match self.stream.next().await.ok_or(Error::ConnectionClosed)?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(_) => return Err(Error::ConnectionClosed.into()),
                _ => {}
            }
        }
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Result<ToClient, Trouble> {
        Ok(serde_json::from_str(&timeout(PATIENCE, self.hear_text()).await??)?)
    }
}
