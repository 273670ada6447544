//! Traces for OpenTelemetry: what a request, a message or a thought led to, across tasks, nodes and workers.
//!
//! Spans carry what a thing is called, which game, which number, which level, and how much; never a token, a code, a
//! table's id, a seed or an action. They are spans of `tracing` at the level `debug`, which nobody makes while nobody
//! asks for them; only requests are also part of the log.

use std::io::IsTerminal as _;

use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Level, Metadata, Span};
use tracing_subscriber::filter::{FilterExt as _, Targets, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Context, Filter, Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Registry, fmt};

use crate::config::{Config, LogFormat};

/// What is being done, for whoever goes on with it elsewhere; nothing while nobody asks for traces.
#[cfg(any(feature = "nats", feature = "otlp"))]
pub(crate) fn current() -> Span {
    if tracing::span_enabled!(Level::DEBUG) { Span::current() } else { Span::none() }
}

/// What something is part of that is done by somebody else, perhaps later: unlike a parent, it does not wait for that.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    #[cfg(feature = "otlp")]
    context: Option<opentelemetry::Context>,
}

impl Origin {
    /// What is being done here.
    pub(crate) fn current() -> Self {
        #[cfg(feature = "otlp")]
        {
            use tracing_opentelemetry::OpenTelemetrySpanExt as _;
            let span = current();
            Self { context: (!span.is_none()).then(|| span.context()) }
        }
        #[cfg(not(feature = "otlp"))]
        Self {}
    }

    /// Makes a span that has not begun part of it.
    #[must_use]
    #[cfg_attr(not(feature = "otlp"), allow(clippy::unused_self, reason = "there is nothing to be part of"))]
    pub(crate) fn leads_to(&self, span: Span) -> Span {
        #[cfg(feature = "otlp")]
        if let Some(context) = self.context.as_ref().filter(|_| !span.is_disabled()) {
            use tracing_opentelemetry::OpenTelemetrySpanExt as _;
            // Where it cannot be, it stands for itself.
            let _ = span.set_parent(context.clone());
        }
        span
    }
}

/// What is logged, as in `info,tower_http=debug`; none if the text is no such thing.
pub(crate) fn filter(text: &str) -> Option<Targets> {
    text.parse().ok()
}

/// Starts the log, and traces where they are asked for. Both go on until what is returned is dropped, which waits a
/// little until what there is to send is sent. Traces need a runtime.
pub fn start_log(config: &Config) -> Log {
    let filter = filter(&config.log).unwrap_or_else(|| Targets::new().with_default(Level::INFO));
    #[cfg(feature = "otlp")]
    if let Some(url) = &config.otlp {
        match export::provider(url) {
            Ok(provider) => return export::start_log(config.log_format, filter, provider),
            Err(error) => eprintln!("no traces: {error}"),
        }
    }
    // Somebody else may have started one: then that one is used.
    let _ = Registry::default().with(lines(config.log_format, filter, std::io::stderr)).try_init();
    Log::default()
}

/// The lines of the log, as this filter wants them and as far as they may be told.
fn lines<W>(format: LogFormat, filter: Targets, to: W) -> Box<dyn Layer<Registry> + Send + Sync>
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_writer(to).with_ansi(is_coloured());
    let filter = EachTime(filter.and(filter_fn(is_tellable)));
    match format {
        LogFormat::Text => lines.with_filter(filter).boxed(),
        LogFormat::Json => lines.json().with_filter(filter).boxed(),
    }
}

/// Does somebody read the log on a terminal, and want it in colours? Files and journals keep what is meant for a terminal.
fn is_coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

/// May this be written into a log? Libraries that read and write for us do not know what is secret: from `debug` on
/// some of them write down whole messages and headers, with tokens, invitations and seeds.
fn is_tellable(it: &Metadata<'_>) -> bool {
    let is_of = |name: &str| it.target().split("::").next() == Some(name);
    let is_ours = it.target().starts_with("rainette");
    match *it.level() {
        Level::TRACE => is_ours,
        // It logs requests by the pattern of their path, and their status.
        Level::DEBUG => is_ours || is_of("tower_http"),
        _ => true,
    }
}

/// A filter that is asked each time. A layer keeps the last answer of its filter per thread until a line or a span comes,
/// even if it was given to somebody who only wanted to know, as sqlx does after every query; whatever is let through
/// without asking, because the answer is always the same, falls victim to that answer.
struct EachTime<F>(F);

impl<S, F: Filter<S>> Filter<S> for EachTime<F> {
    fn enabled(&self, it: &Metadata<'_>, context: &Context<'_, S>) -> bool {
        self.0.enabled(it, context)
    }

    fn callsite_enabled(&self, it: &'static Metadata<'static>) -> Interest {
        let interest = self.0.callsite_enabled(it);
        if interest.is_always() { Interest::sometimes() } else { interest }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        self.0.max_level_hint()
    }
}

#[cfg(feature = "otlp")]
pub use export::Log;
#[cfg(all(feature = "otlp", feature = "nats"))]
pub(crate) use propagation::{follow, headers};

/// A log that was started.
#[cfg(not(feature = "otlp"))]
#[derive(Default)]
#[must_use = "traces end with it"]
pub struct Log {}

/// What tells another process what this is part of: nothing.
#[cfg(all(feature = "nats", not(feature = "otlp")))]
pub(crate) fn headers() -> Option<async_nats::HeaderMap> {
    None
}

/// Makes a span part of what another process does: nothing.
#[cfg(all(feature = "nats", not(feature = "otlp")))]
pub(crate) fn follow(_: &Span, _: Option<&async_nats::HeaderMap>) {}

#[cfg(feature = "otlp")]
mod export {
    use std::future::Future;
    use std::pin::Pin;
    use std::time::Duration;

    use axum::body::{Body, to_bytes};
    use axum::http::{HeaderValue, header};
    use hyper::client::conn::http1;
    use hyper_util::rt::TokioIo;
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
    use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tokio::net::TcpStream;
    use tokio::runtime::Handle;
    use tokio::time::timeout;
    use tracing::Metadata;
    use tracing::level_filters::LevelFilter;
    use tracing_subscriber::Registry;
    use tracing_subscriber::filter::{Targets, filter_fn};
    use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
    use tracing_subscriber::util::SubscriberInitExt as _;

    use super::EachTime;
    use crate::config::LogFormat;

    /// Under what name traces of this process are filed.
    const SERVICE: &str = "rainette";

    /// How long a collector may take to answer, and how long the end of the process waits for it.
    const SLOWEST: Duration = Duration::from_secs(3);

    /// The largest answer of a collector that is read.
    const LARGEST: usize = 64 * 1_024;

    /// A log that was started.
    #[derive(Default)]
    #[must_use = "traces end with it"]
    pub struct Log {
        provider: Option<SdkTracerProvider>,
    }

    impl Drop for Log {
        fn drop(&mut self) {
            if let Some(provider) = &self.provider
                && let Err(error) = provider.shutdown_with_timeout(SLOWEST)
            {
                tracing::warn!(%error, "not every trace was sent");
            }
        }
    }

    /// Where spans go: to a collector, a few seconds' worth at a time.
    pub(super) fn provider(url: &str) -> Result<SdkTracerProvider, ExporterBuildError> {
        let client = Courier { runtime: Handle::try_current().ok() };
        let exporter = SpanExporter::builder().with_http().with_http_client(client);
        let exporter = exporter.with_endpoint(format!("{url}/v1/traces")).with_timeout(SLOWEST).build()?;
        let resource = Resource::builder().with_service_name(SERVICE).build();
        Ok(SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build())
    }

    pub(super) fn start_log(format: LogFormat, filter: Targets, provider: SdkTracerProvider) -> Log {
        // Log lines are not sent: they name tables if something is wrong with them.
        let is_ours = |it: &Metadata<'_>| it.is_span() && it.target().starts_with(env!("CARGO_CRATE_NAME"));
        let spans = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer(SERVICE))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_filter(EachTime(filter_fn(is_ours).with_max_level_hint(LevelFilter::DEBUG)));
        let lines = super::lines(format, filter, std::io::stderr);
        let _ = Registry::default().with(lines).with(spans).try_init();
        Log { provider: Some(provider) }
    }

    /// Posts spans from a thread that knows no runtime.
    #[derive(Debug)]
    struct Courier {
        runtime: Option<Handle>,
    }

    impl HttpClient for Courier {
        fn send_bytes<'a, 'b>(
            &'a self,
            request: Request<Bytes>,
        ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'b>>
        where
            'a: 'b,
            Self: 'b,
        {
            Box::pin(async move {
                let runtime = self.runtime.as_ref().ok_or("there is no runtime")?;
                runtime.spawn(async move { timeout(SLOWEST, post(request)).await? }).await?
            })
        }
    }

    async fn post(request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (mut parts, body) = request.into_parts();
        let host = parts.uri.authority().ok_or("a collector has a name")?.clone();
        let address = format!("{}:{}", host.host(), host.port_u16().unwrap_or(80));
        let stream = TcpStream::connect(address).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        parts.headers.insert(header::HOST, HeaderValue::from_str(host.as_str())?);
        parts.uri = parts.uri.path().parse()?;
        let answer = sender.send_request(Request::from_parts(parts, Body::from(body))).await?;
        let (parts, body) = answer.into_parts();
        Ok(Response::from_parts(parts, to_bytes(Body::new(body), LARGEST).await?))
    }
}

/// What nodes and workers tell each other of traces.
#[cfg(all(feature = "otlp", feature = "nats"))]
mod propagation {
    use async_nats::HeaderMap;
    use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator as _};
    use opentelemetry_sdk::propagation::TraceContextPropagator;
    use tracing::Span;
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;

    struct Headers<'a>(&'a mut HeaderMap);

    impl Injector for Headers<'_> {
        fn set(&mut self, key: &str, value: String) {
            self.0.insert(key, value);
        }
    }

    struct Given<'a>(&'a HeaderMap);

    impl Extractor for Given<'_> {
        fn get(&self, key: &str) -> Option<&str> {
            self.0.get(key).map(async_nats::HeaderValue::as_str)
        }

        fn keys(&self) -> Vec<&str> {
            self.0.iter().map(|(name, _)| name.as_ref()).collect()
        }
    }

    /// What tells another process what this is part of, if somebody asks for traces.
    pub(crate) fn headers() -> Option<HeaderMap> {
        let span = super::current();
        if span.is_none() {
            return None;
        }
        let mut headers = HeaderMap::new();
        TraceContextPropagator::new().inject_context(&span.context(), &mut Headers(&mut headers));
        (!headers.is_empty()).then_some(headers)
    }

    /// Makes a span that has not begun part of what another process does.
    pub(crate) fn follow(span: &Span, headers: Option<&HeaderMap>) {
        if let Some(headers) = headers.filter(|_| !span.is_disabled()) {
            // Where it cannot be, it stands for itself.
            let _ = span.set_parent(TraceContextPropagator::new().extract(&Given(headers)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use tracing::callsite::{Callsite, Identifier};
    use tracing::field::FieldSet;
    use tracing::metadata::Kind;

    use super::*;

    /// A log that is kept.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody panics").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A place in the code from which nothing is logged.
    struct Silent;

    static SILENT: Silent = Silent;

    static DEBUG: Metadata<'static> = Metadata::new(
        "a query",
        "sqlx::query",
        Level::DEBUG,
        None,
        None,
        None,
        FieldSet::new(&[], Identifier(&SILENT)),
        Kind::EVENT,
    );

    impl Callsite for Silent {
        fn set_interest(&self, _: Interest) {}

        fn metadata(&self) -> &Metadata<'_> {
            &DEBUG
        }
    }

    #[test]
    fn no_line_is_lost_after_somebody_asked_for_one_that_is_not_logged() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let kept = Kept::default();
            let writer = kept.clone();
            let filter = filter("info").expect("a filter");
            let log = Registry::default().with(lines(format, filter, move || writer.clone()));
            tracing::subscriber::with_default(log, || {
                for line in 0..3 {
                    // As `log::log_enabled!` does.
                    tracing::dispatcher::get_default(|log| log.enabled(&DEBUG));
                    tracing::info!(line, "a line of the log");
                }
            });
            let log = String::from_utf8(kept.0.lock().expect("nobody panics").clone()).expect("text");
            assert_eq!(log.matches("a line of the log").count(), 3, "{log}");
        }
    }
}
