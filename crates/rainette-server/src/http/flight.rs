//! Answers on their way: what they cost, and how much may be on its way at a time.

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::{Address, Site};
use crate::budgets::{Budget, InFlight, Payer};
use crate::error::Error;

/// Answers of up to this size cost nothing: whoever is refused must be able to hear why.
const FREE: u64 = 1_024;

/// Counts what an answer costs, and holds it until it is read. The page's own files are in memory anyway.
pub(super) async fn count(State(site): State<Site>, request: Request, next: Next) -> Response {
    let address = request.extensions().get::<Address>().copied();
    let (true, Some(Address(address))) = (request.uri().path().starts_with("/api/"), address) else {
        return next.run(request).await;
    };
    let payer = Payer::new(None, address);
    let is_question = request.method().is_safe();
    if is_question {
        // Nothing is made for somebody who has not read the last answers yet.
        for budget in [Budget::Sent, Budget::InFlight] {
            if let Err(exhausted) = site.budgets.check(budget, &payer, 1) {
                return Error::from(exhausted).into_response();
            }
        }
    }
    let (parts, body) = next.run(request).await.into_parts();
    let Some(bytes) = body.size_hint().exact().filter(|bytes| *bytes > FREE) else {
        return Response::from_parts(parts, body);
    };
    site.budgets.charge(Budget::Sent, &payer, bytes);
    let held = match site.budgets.hold(Budget::InFlight, &payer, bytes) {
        Ok(held) => held,
        Err(exhausted) => return Error::from(exhausted).into_response(),
    };
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(parts, Body::new(InFlight::new(bytes, held))),
        Err(_) => Error::INTERNAL.into_response(),
    }
}
