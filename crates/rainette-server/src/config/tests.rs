//! What flags, environment, file and defaults come to.

use super::*;

#[test]
fn flags_come_before_the_file_and_the_file_before_defaults() {
    let folder = std::env::temp_dir().join(format!("rainette-config-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("rainette.toml");
    std::fs::write(
        &path,
        "listen = \"0.0.0.0:80\"\nthinkers = 3\nlog-format = \"json\"\nclose-waiting-after = 0\npublic-tables = \"off\"\n",
    )
    .expect("a file");
    let flags =
        Flags { config: Some(path.clone()), thinkers: Some(5), request_timeout: Some(7), ..Flags::default() };
    let config = Config::new(flags).expect("a set-up");
    assert!(!config.public_tables && Config::default().public_tables);
    assert_eq!((config.request_timeout, config.close_waiting_after), (Duration::from_secs(7), None));
    let flags = Flags { close_waiting_after: Some(2), ..Flags::default() };
    let after = Config::new(flags).expect("a set-up").close_waiting_after;
    assert_eq!(after, Some(Duration::from_mins(2)));
    assert_eq!((config.listen.port(), config.thinkers, config.log_format), (80, 5, LogFormat::Json));
    assert_eq!(config.max_sockets, Config::default().max_sockets);
    std::fs::write(&path, "listne = 1").expect("a file");
    let flags = Flags { config: Some(path), ..Flags::default() };
    assert!(Config::new(flags).expect_err("a misspelt name").to_string().contains("listne"));
    std::fs::remove_dir_all(folder).expect("it can go");
}

#[test]
fn limits_have_the_defaults_that_are_documented() {
    assert_eq!(Config::default().all_limits(), Limits::default());
    let flags =
        Flags { limits: vec!["all=0".to_owned(), "chat-per-person=7".to_owned()], ..Flags::default() };
    let limits = Config::new(flags).expect("a set-up").limits;
    assert_eq!(limits, Limits::none().with(Budget::Chat, Per::Person, 7));
    let flags = Flags { limits: vec!["chat=7".to_owned()], ..Flags::default() };
    assert!(Config::new(flags).expect_err("no such limit").to_string().contains("`chat-per-person`"));
}

#[test]
fn what_is_logged_is_said_by_target_and_level() {
    for fine in ["off", "warn", "info,tower_http=debug", "rainette_server::hub=trace"] {
        assert_eq!(check_log(fine.to_owned()).ok().as_deref(), Some(fine));
    }
    for wrong in ["rainette_server=loud", "a=b=c"] {
        let error = check_log(wrong.to_owned()).expect_err("no level").to_string();
        assert!(error.contains(wrong), "{error}");
    }
}

#[test]
fn a_collector_is_named_without_a_path() {
    assert_eq!(check_otlp("http://collector:4318/"), Ok("http://collector:4318".to_owned()));
    for wrong in ["collector:4318", "https://collector", "http://", "http://collector:4318/v1/traces"] {
        assert_eq!(check_otlp(wrong), Err(UnknownCollector::Address), "{wrong}");
    }
}

#[test]
fn a_public_address_is_an_origin() {
    assert_eq!(check_url("https://Frogs.example/").expect("an origin"), "https://frogs.example");
    assert_eq!(check_url("https://frogs.example:443").expect("an origin"), "https://frogs.example");
    assert_eq!(check_url("http://frogs.example:443").expect("an origin"), "http://frogs.example:443");
    for wrong in ["frogs.example", "https://", "https://frogs.example/pond", "ftp://frogs.example"] {
        assert!(check_url(wrong).is_err(), "{wrong}");
    }
}
