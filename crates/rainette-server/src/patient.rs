//! A connection that waits for whoever reads slowly, but not for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long somebody may take to read the least that counts as reading.
const PATIENCE: Duration = Duration::from_secs(15);

/// The least that counts as reading: half a kilobyte a second.
const LEAST: usize = 8 * 1_024;

/// A stream that fails if the other side does not read. Only time in which something could not be written counts.
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Since when something cannot be written, and until when it may take.
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    /// How long nothing could be written before, and how much was since then.
    before: Duration,
    written: usize,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, patience: PATIENCE, stalled: None, before: Duration::ZERO, written: 0 }
    }

    /// So much was written.
    fn moves(&mut self, count: usize) {
        if let Some((since, _)) = self.stalled.take() {
            self.before += since.elapsed();
        }
        self.written += count;
        if self.written >= LEAST {
            (self.before, self.written) = (Duration::ZERO, 0);
        }
    }

    /// Nothing can be written: fails once that has been so for too long.
    fn stalls(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let left = self.patience.saturating_sub(self.before);
        let begin = || (Instant::now(), Box::pin(sleep_until(Instant::now() + left)));
        let (_, deadline) = self.stalled.get_or_insert_with(begin);
        ready!(deadline.as_mut().poll(cx));
        metrics::counter!("rainette_connections_cut_total").increment(1);
        Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "the other side does not read"))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> Patient<S> {
    fn wrote(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(count)) => {
                self.moves(count);
                Poll::Ready(Ok(count))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => self.stalls(cx).map(Err),
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    fn patient<S>(stream: S, patience: Duration) -> Patient<S> {
        Patient { patience, ..Patient::new(stream) }
    }

    #[tokio::test]
    async fn whoever_does_not_read_is_cut_off() {
        let (here, there) = duplex(64);
        let error = patient(here, Duration::from_millis(50)).write_all(&vec![0; 100_000]).await;
        assert_eq!(error.expect_err("nobody reads").kind(), io::ErrorKind::TimedOut);
        drop(there);
    }

    #[tokio::test]
    async fn a_trickle_is_no_reading() {
        let (here, mut there) = duplex(64);
        let mut here = patient(here, Duration::from_millis(50));
        let reading = tokio::spawn(async move {
            let mut byte = [0; 1];
            while there.read(&mut byte).await.is_ok_and(|count| count > 0) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        assert!(here.write_all(&vec![0; 100_000]).await.is_err());
        drop(here);
        reading.await.expect("it ends");
    }

    #[tokio::test]
    async fn time_in_which_there_is_nothing_to_write_does_not_count() {
        let (here, mut there) = duplex(64);
        let mut here = patient(here, Duration::from_millis(200));
        for _ in 0..6 {
            // The first bytes fit in; the others wait until somebody reads.
            let (written, read) = tokio::join!(here.write_all(&[0; 100]), async {
                tokio::task::yield_now().await;
                there.read_exact(&mut [0; 100]).await
            });
            written.expect("it is read");
            read.expect("it is sent");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    #[tokio::test]
    async fn whoever_reads_slowly_is_waited_for() {
        let (here, mut there) = duplex(64);
        let mut here = patient(here, Duration::from_mins(1));
        let reading = tokio::spawn(async move {
            let (mut all, mut some) = (0, [0; 2_048]);
            while all < 50_000 {
                all += there.read(&mut some).await.expect("it is sent");
                tokio::task::yield_now().await;
            }
        });
        here.write_all(&vec![0; 50_000]).await.expect("somebody reads");
        reading.await.expect("it ends");
    }
}
