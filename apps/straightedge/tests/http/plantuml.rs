//! The routes of a PlantUML server.

use crate::client::Routes;

/// `Bob -> Alice : hello` as every PlantUML library encodes it.
const HELLO: &str = "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000";

fn coded(text: &str) -> String {
    share::encode(text)
}

#[tokio::test]
async fn a_code_is_drawn_in_every_format() {
    let routes = Routes::default();
    for (format, media_type, start) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", b"\x89PNG\r\n"),
        ("pdf", "application/pdf", b"%PDF-"),
        ("txt", "text/plain; charset=utf-8", b""),
        ("utxt", "text/plain; charset=utf-8", b""),
    ] {
        for prefix in ["", "/plantuml"] {
            let reply = routes.get(&format!("{prefix}/{format}/{HELLO}")).await;
            assert_eq!(reply.status, 200, "{format}");
            assert_eq!(reply.header("content-type"), media_type);
            assert!(reply.body.starts_with(start), "{format}");
            assert_eq!(reply.header("x-plantuml-diagram-description"), "(2 participants)");
            assert!(reply.header("x-plantuml-diagram-width").parse::<u32>().unwrap() > 50);
            assert!(reply.header("x-plantuml-diagram-height").parse::<u32>().unwrap() > 50);
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            assert!(reply.header("cache-control").contains("max-age"));
            assert!(reply.header("content-security-policy").contains("sandbox"));
        }
    }
    assert!(routes.get(&format!("/txt/{HELLO}")).await.text().contains("Alice"));
}

#[tokio::test]
async fn codes_of_all_schemes_and_fillings_are_read() {
    let routes = Routes::default();
    let expected = routes.get(&format!("/svg/{HELLO}")).await.body;
    for code in [
        "~h426f62202d3e20416c696365203a2068656c6c6f",
        "~1UDfpoazIqBLJSCp9J4vLi5B8ICt9oGS0F7S6Am00",
        "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000%3D",
        "SyfFKj2rKt3CoKnELR1Io4ZDoSa700",
        &coded("@startuml\nBob -> Alice : hello\n@enduml"),
    ] {
        let reply = routes.get(&format!("/svg/{code}")).await;
        assert_eq!((reply.status, reply.body), (200, expected.clone()), "{code}");
    }
}

#[tokio::test]
async fn a_wrong_diagram_is_a_picture_of_what_is_wrong() {
    let routes = Routes::default();
    let code = coded("Bob -> Alice : hello\nend\n");
    for (format, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("txt", b"error")] {
        let reply = routes.get(&format!("/{format}/{code}")).await;
        assert_eq!(reply.status, 400);
        assert!(reply.body.starts_with(start), "{}", reply.text());
        assert_eq!(reply.header("x-plantuml-diagram-error-line"), "3");
        assert!(!reply.header("x-plantuml-diagram-error").is_empty());
        assert_eq!(reply.header("x-plantuml-diagram-description"), "(Error)");
        assert_eq!(reply.header("cache-control"), "");
    }
}

#[tokio::test]
async fn a_damaged_code_is_refused() {
    for code in ["SyfFKj2rKt3CoKnELR1I", "~x00", "!!!!", "0000"] {
        let reply = Routes::default().get(&format!("/svg/{code}")).await;
        assert_eq!(reply.status, 400, "{code}");
        assert!(reply.text().starts_with("<svg"));
        assert!(!reply.header("x-plantuml-diagram-error").is_empty());
        assert_eq!(reply.header("x-plantuml-diagram-error-line"), "");
    }
}

#[tokio::test]
async fn pages_are_counted_from_zero() {
    let routes = Routes::default();
    let code = coded("A -> B : one\nnewpage\nA -> B : two");
    let page = async |number: &str| routes.get(&format!("/svg/{number}/{code}")).await;
    assert!(page("0").await.text().contains(">one<"));
    assert!(page("1").await.text().contains(">two<"));
    assert_eq!(page("2").await.status, 400);
    assert_eq!(page("x").await.status, 404);
}

#[tokio::test]
async fn a_posted_text_is_drawn() {
    let routes = Routes::default();
    let source = "@startuml\nBob -> Alice : hello\n@enduml";
    let expected = routes.get(&format!("/svg/{HELLO}")).await.body;
    let reply = routes.send("POST", "/svg", &[("content-type", "text/plain")], source).await;
    assert_eq!((reply.status, &reply.body), (200, &expected));
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let reply = routes.send("POST", "/svg", &form, "text=Bob+-%3E+Alice+%3A+hello").await;
    assert_eq!((reply.status, &reply.body), (200, &expected));
    let reply = routes.send("POST", "/svg", &[], &b"\xff\xff"[..]).await;
    assert_eq!(reply.status, 400);
    let reply = routes.send("POST", "/uml", &form, "text=Bob+-%3E+Alice+%3A+hello").await;
    assert_eq!((reply.status, reply.header("location")), (303, format!("/uml/{HELLO}").as_str()));
}

#[tokio::test]
async fn the_editor_opens_with_a_code() {
    let reply = Routes::default().get(&format!("/uml/{HELLO}")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"));
}

#[tokio::test]
async fn nothing_of_this_machine_is_included() {
    let routes = Routes::default();
    for include in ["!include /etc/passwd", "!includeurl http://127.0.0.1:1/x", "!include <C4/C4>"]
    {
        let reply = routes.get(&format!("/txt/{}", coded(&format!("{include}\nA -> B")))).await;
        assert_eq!(reply.status, 400, "{include}");
        assert!(!reply.text().contains("root:"));
    }
}
