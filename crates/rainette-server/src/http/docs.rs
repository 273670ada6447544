//! The interface's own description, for programs and for people.

use std::fmt::Write as _;

use axum::Json;
use axum::response::Html;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::who::{COOKIE, HOST_COOKIE};
use super::{finished, lists, routes};
use crate::protocol as wire;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rainette",
        description = "Tables at which people and computer players play. Errors have a code of their own, listed in docs/protocol.md. Browsers are known by a cookie; scripts send a token as `Authorization: Bearer …`."
    ),
    paths(
        lists::games,
        lists::public_tables,
        routes::open_table,
        lists::presence,
        routes::play_now,
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
        routes::report,
        finished::replay,
        finished::record,
        finished::proof,
        finished::analysis,
        finished::show_record,
        routes::invitation,
        routes::accept,
        routes::token,
        lists::my_tables,
        routes::forget_me,
    ),
    components(schemas(wire::ToServer, wire::ToClient, wire::Update, wire::Refusal)),
    modifiers(&Tokens),
    security((), ("bearer" = []), ("cookie" = []), ("cookie-over-https" = []))
)]
struct Api;

/// How a request says whose it is.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("For scripts: a token from `POST /api/tokens`."));
        let cookie = |name: &str, about: &str| {
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, about)))
        };
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
        let about = "For browsers: set by the first request that opens or joins a table.";
        components.add_security_scheme("cookie", cookie(COOKIE, about));
        components.add_security_scheme("cookie-over-https", cookie(HOST_COOKIE, about));
    }
}

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// Walks a schema and all that it refers to, and notes what has no bounds.
    struct Walk<'a> {
        api: &'a Value,
        is_sent: bool,
        seen: BTreeSet<String>,
        unbounded: Vec<String>,
    }

    impl Walk<'_> {
        fn walk(&mut self, at: &str, schema: &Value) {
            if let Some(name) = schema["$ref"].as_str() {
                if self.seen.insert(name.to_owned()) {
                    let name = name.trim_start_matches('#');
                    let found = self.api.pointer(name).unwrap_or_else(|| panic!("there is no {name}"));
                    self.walk(name, &found.clone());
                }
                return;
            }
            let is_a = |kind: &str| match &schema["type"] {
                Value::String(one) => one == kind,
                Value::Array(kinds) => kinds.iter().any(|one| one == kind),
                _ => false,
            };
            let has = |name: &str| !schema[name].is_null();
            // Numbers of events and times are as large as they are; all others are small.
            let is_small = is_a("integer") && schema["format"] != "int64";
            let is_unbounded = (is_small && !(has("minimum") && has("maximum")))
                || (self.is_sent && is_a("string") && !(has("maxLength") || has("enum") || has("const")))
                || (self.is_sent && is_a("array") && !has("maxItems"));
            if is_unbounded {
                self.unbounded.push(format!("{at}: {schema}"));
            }
            for kind in ["oneOf", "anyOf", "allOf"] {
                for part in schema[kind].as_array().into_iter().flatten() {
                    self.walk(at, part);
                }
            }
            for (name, part) in schema["properties"].as_object().into_iter().flatten() {
                self.walk(&format!("{at}/{name}"), part);
            }
            for part in [&schema["items"], &schema["additionalProperties"]] {
                if part.is_object() {
                    self.walk(at, part);
                }
            }
        }
    }

    fn operations(api: &Value) -> Vec<(String, Value)> {
        let paths = api["paths"].as_object().expect("paths").iter();
        let all = paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").iter();
            methods.map(move |(method, operation)| (format!("{method} {path}"), operation.clone()))
        });
        all.collect()
    }

    #[test]
    fn numbers_and_texts_have_bounds() {
        let api = serde_json::to_value(openapi()).expect("JSON");
        let new = |is_sent| Walk { api: &api, is_sent, seen: BTreeSet::new(), unbounded: Vec::new() };
        let (mut sent, mut answered) = (new(true), new(false));
        for (name, operation) in operations(&api) {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                sent.walk(&format!("{name} {}", parameter["name"]), &parameter["schema"]);
            }
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if body.is_object() {
                sent.walk(&name, body);
            }
            for (_, response) in operation["responses"].as_object().into_iter().flatten() {
                for (_, content) in response["content"].as_object().into_iter().flatten() {
                    answered.walk(&name, &content["schema"]);
                }
            }
        }
        assert!(sent.seen.len() > 10 && answered.seen.len() > 20, "{:?} {:?}", sent.seen, answered.seen);
        assert_eq!(sent.unbounded, Vec::<String>::new(), "of what clients send");
        assert_eq!(answered.unbounded, Vec::<String>::new(), "of what they are answered");
    }

    /// The addresses of the router, as it is written: it does not say them itself. Those of pages, not of the interface,
    /// have no names.
    fn routes() -> BTreeSet<String> {
        let (_, routes) = include_str!("mod.rs").split_once("pub fn router(").expect("it stands there");
        let (api, others) = routes.split_once(".nest(\"/api\", api)").expect("they are together");
        let mut found = BTreeSet::new();
        for (prefix, text) in [("/api", api), ("", others)] {
            for route in text.split(".route(").skip(1) {
                let mut parts = route.splitn(3, '"');
                let (path, what) = (parts.nth(1).expect("a path"), parts.next().expect("a handler"));
                let what = what.split(".fallback(").next().unwrap_or_default();
                let methods = ["get", "post", "put", "patch", "delete"].into_iter();
                let used = methods.filter(|method| what.contains(&format!("{method}(")));
                let before = found.len();
                found.extend(used.map(|method| format!("{} {prefix}{path}", method.to_uppercase())));
                assert!(found.len() > before, "{path} takes no method that is known here");
            }
        }
        found
    }

    #[test]
    fn every_address_is_described() {
        let routes = routes();
        assert!(routes.len() > 30 && routes.contains("DELETE /api/me"), "{routes:?}");
        let api = serde_json::to_value(openapi()).expect("JSON");
        let described = operations(&api).into_iter().map(|(name, _)| {
            let (method, path) = name.split_once(' ').expect("a method");
            format!("{} {path}", method.to_uppercase())
        });
        // The descriptions describe no descriptions; whoever runs the server needs no program to read of its health.
        let beside = ["GET /api/docs", "GET /api/openapi.json", "GET /healthz", "GET /readyz"];
        let expected: BTreeSet<String> =
            routes.iter().filter(|route| !beside.contains(&route.as_str())).cloned().collect();
        assert_eq!(described.collect::<BTreeSet<_>>(), expected);

        let page = include_str!("../../../../docs/protocol.md");
        let is_path = |c: char| c.is_ascii_alphabetic() || "/-_.".contains(c);
        let mut named = BTreeSet::new();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            for rest in page.split(&format!("{method} /")).skip(1) {
                let path = rest.split(|c| !is_path(c)).next().unwrap_or_default();
                named.insert(format!("{method} /{}", path.trim_end_matches(['.', '/'])));
            }
        }
        let as_there = |route: &String| route.replace("{table}", "ID").replace("{code}", "CODE");
        assert_eq!(named, routes.iter().map(as_there).collect::<BTreeSet<_>>(), "docs/protocol.md");
    }

    #[test]
    fn bounds_are_those_of_the_games() {
        let api = serde_json::to_value(openapi()).expect("JSON");
        let most = rainette_games::games().iter().map(|info| *info.seats.end()).max().expect("games");
        let schemas = &api["components"]["schemas"];
        assert_eq!(schemas["SeatIndex"]["maximum"], most - 1);
        assert_eq!(schemas["OpenTable"]["properties"]["seats"]["maxItems"], most);
        let look = &api["paths"]["/api/tables/{table}"]["get"]["parameters"];
        let seat =
            look.as_array().expect("parameters").iter().find(|it| it["name"] == "seat").expect("a seat");
        assert_eq!(seat["schema"]["maximum"], most - 1);
        assert_eq!(schemas["Level"]["maximum"], rainette_players::LEVEL_NAMES.len());
    }

    #[test]
    fn it_is_said_how_a_request_says_whose_it_is() {
        let api = serde_json::to_value(openapi()).expect("JSON");
        let schemes = &api["components"]["securitySchemes"];
        assert_eq!(
            (&schemes["bearer"]["type"], &schemes["bearer"]["scheme"]),
            (&"http".into(), &"bearer".into())
        );
        for (scheme, name) in [("cookie", COOKIE), ("cookie-over-https", HOST_COOKIE)] {
            let scheme = &schemes[scheme];
            assert_eq!((&scheme["type"], &scheme["in"]), (&"apiKey".into(), &"cookie".into()));
            assert_eq!(scheme["name"], name);
        }
        let named: BTreeSet<&String> = api["security"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_object)
            .flat_map(|it| it.keys())
            .collect();
        let known: BTreeSet<&String> = schemes.as_object().expect("schemes").keys().collect();
        assert_eq!(named, known);
    }
}
