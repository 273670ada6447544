//! What is measured, as Prometheus fetches it.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The buckets of times, in seconds.
const SECONDS: [f64; 13] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 20.0];

/// The buckets of how much is done together.
const COUNTS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The recorder of figures, which is one per process; none if somebody else has one.
pub(crate) fn recorder() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    // Buckets, unlike quantiles, can be added up over nodes.
    let install = || {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let group = Matcher::Full("rainette_store_group".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(seconds, &SECONDS).ok()?;
        builder.set_buckets_for_metric(group, &COUNTS).ok()?.install_recorder().ok()
    };
    HANDLE.get_or_init(install).clone()
}
