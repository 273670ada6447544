//! The page's types are those of the protocol.

use std::path::Path;

#[test]
fn the_pages_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/index.ts");
    let now = rainette_table::protocol::typescript();
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder can be made");
        std::fs::write(&path, &now).expect("the file can be written");
    }
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        then == now,
        "web/src/protocol/index.ts is out of date: run `cargo xtask bless` and look at the difference"
    );
}
