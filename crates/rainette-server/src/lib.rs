//! Tables that people and computer players sit at, over HTTP and WebSocket.

#![forbid(unsafe_code)]

pub mod protocol;
