//! The interface's own description, for programs and for people.

use std::fmt::Write as _;

use axum::Json;
use axum::response::Html;
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;

use super::routes;
use crate::protocol as wire;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rainette",
        description = "Tables at which people and computer players play. Errors have a code of their own, listed in docs/protocol.md. Browsers are known by a cookie; scripts send a token as `Authorization: Bearer …`."
    ),
    paths(
        routes::games,
        routes::public_tables,
        routes::open_table,
        routes::table,
        routes::events,
        routes::command,
        crate::ws::socket,
        routes::join,
        routes::leave,
        routes::remove,
        routes::start,
        routes::abandon,
        routes::rematch,
        routes::device_code,
        routes::claim,
        routes::replay,
        routes::record,
        routes::proof,
        routes::analysis,
        routes::invitation,
        routes::accept,
        routes::token,
        routes::my_tables,
        routes::forget_me,
    ),
    components(schemas(wire::ToServer, wire::ToClient, wire::Update, wire::Refusal))
)]
struct Api;

/// The `OpenAPI` document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut api = Api::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut api.info.version);
    api
}

/// `/api/openapi.json`.
pub(super) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}

/// `/api/docs`: the same, to be read. It needs no script.
pub(super) async fn page() -> Html<String> {
    let api = openapi();
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rainette: interface</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main><h1>Rainette: interface</h1>",
    );
    let _ = write!(
        html,
        "<p>{}</p><p>The whole of it, with every field: <a href=\"/api/openapi.json\">openapi.json</a>.</p><dl>",
        escaped(api.info.description.as_deref().unwrap_or_default())
    );
    for (path, item) in &api.paths.paths {
        let operations: [(&str, &Option<Operation>); 3] =
            [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            let about = operation.summary.as_deref().or(operation.description.as_deref()).unwrap_or_default();
            let _ =
                write!(html, "<dt><code>{method} {}</code></dt><dd>{}</dd>", escaped(path), escaped(about));
        }
    }
    html.push_str("</dl></main></body></html>\n");
    Html(html)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
