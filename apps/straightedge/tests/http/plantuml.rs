//! The routes of a PlantUML server.

use straightedge::{Proxy, Settings};

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
async fn the_root_of_an_svg_has_the_style_that_clients_replace() {
    let svg = Routes::default().get(&format!("/svg/{HELLO}")).await.text();
    assert!(svg.starts_with("<svg style=\"width:"), "{}", &svg[..120]);
}

#[tokio::test]
async fn the_theme_that_mkdocs_puml_includes_is_ours() {
    let routes = Routes::default();
    let place =
        "https://raw.githubusercontent.com/MikhailKravets/mkdocs_puml/master/themes/default";
    let drawn = async |name: &str| {
        let text = format!("@startuml\n!include {place}/{name}.puml\nA -> B\n@enduml");
        let reply = routes.get(&format!("/svg/{}", coded(&text))).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.body
    };
    assert_ne!(drawn("light").await, drawn("dark").await);
}

#[tokio::test]
async fn links_come_as_an_image_map() {
    let routes = Routes::default();
    let code =
        coded("participant A [[https://example.org/?a=1&b=2 more]]\nA -> B : [[https://x.test]]");
    let map = routes.get(&format!("/map/{code}")).await;
    assert_eq!((map.status, map.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = map.text();
    assert!(text.starts_with("<map id=\"plantuml_map\""), "{text}");
    assert!(text.contains("href=\"https://example.org/?a=1&amp;b=2\""), "{text}");
    assert!(text.contains("href=\"https://x.test\"") && text.contains("coords=\""), "{text}");
    assert_eq!(routes.get(&format!("/map/{HELLO}")).await.text(), "");
    for path in ["/map", "//map/"] {
        let reply = routes.send("POST", path, &[], "A -> B : [[https://x.test]]").await;
        assert!(reply.text().contains("https://x.test"), "{path}");
    }
    assert_eq!(routes.get(&format!("/plantuml/map/3/{HELLO}")).await.status, 400);
}

#[tokio::test]
async fn a_code_is_checked_and_codes_are_made_and_read() {
    let routes = Routes::default();
    assert_eq!(routes.get(&format!("/check/{HELLO}")).await.text(), "(2 participants)");
    let wrong = routes.get(&format!("/check/{}", coded("partcipant A"))).await;
    assert_eq!((wrong.status, wrong.header("x-plantuml-diagram-description")), (400, "(Error)"));
    let text = routes.get(&format!("/coder/{HELLO}")).await.text();
    assert!(text.contains("Bob -> Alice : hello"), "{text}");
    let form = [("content-type", "text/plain")];
    let made = routes.send("POST", "/coder", &form, "Bob -> Alice : hello").await.text();
    assert_eq!(made, HELLO);
}

#[tokio::test]
async fn a_picture_comes_as_an_address_and_under_its_old_name() {
    let routes = Routes::default();
    let png = routes.get(&format!("/png/{HELLO}")).await.body;
    assert_eq!(routes.get(&format!("/img/{HELLO}")).await.body, png);
    let address = routes.get(&format!("/base64/{HELLO}")).await.text();
    assert!(address.starts_with("data:image/png;base64,iVBOR"), "{}", &address[..40]);
}

#[tokio::test]
async fn a_png_is_scaled_and_themed_by_its_address() {
    let routes = Routes::default();
    let width = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
    let once = routes.get(&format!("/png/{HELLO}")).await.body;
    let twice = routes.get(&format!("/png/{HELLO}?scale=2")).await.body;
    assert_eq!(width(&twice), 2 * width(&once));
    for wrong in ["scale=0", "scale=x", "scale=99", "theme=nosuch"] {
        assert_eq!(routes.get(&format!("/png/{HELLO}?{wrong}")).await.status, 400, "{wrong}");
    }
    let sand = routes.get(&format!("/svg/{HELLO}?theme=sand")).await;
    assert_eq!(sand.status, 200);
    assert_ne!(sand.body, routes.get(&format!("/svg/{HELLO}")).await.body);
}

#[tokio::test]
async fn a_posted_text_is_drawn_by_page() {
    let routes = Routes::default();
    let text = [("content-type", "text/plain")];
    let source = "A -> B : one\nnewpage\nA -> B : two";
    for (path, expected) in [
        ("/svg", ">one<"),
        ("/svg/", ">one<"),
        ("//svg/", ">one<"),
        ("/plantuml//svg/", ">one<"),
        ("/svg/1", ">two<"),
        ("/plantuml/svg/0", ">one<"),
    ] {
        let reply = routes.send("POST", path, &text, source).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.text().contains(expected), "{path}");
    }
    assert_eq!(routes.send("POST", "/svg/7", &text, source).await.status, 400);
    assert_eq!(routes.send("POST", "/svg/x", &text, source).await.status, 404);
}

#[tokio::test]
async fn sources_elsewhere_are_not_fetched_unless_the_server_allows_it() {
    let reply = Routes::default().get("/proxy?src=http://127.0.0.1:1/a.puml").await;
    assert_eq!(reply.status, 403);
    let settings = Settings { proxy: Proxy::Public, ..Settings::default() };
    let routes = Routes::new(settings);
    let reply = routes.get("/proxy?src=http://127.0.0.1:1/a.puml&fmt=svg").await;
    assert_eq!(reply.status, 502);
    assert!(reply.text().contains("no public address"), "{}", reply.text());
    assert_eq!(routes.get("/proxy").await.status, 400);
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
    for include in
        ["!include /etc/passwd", "!includeurl http://127.0.0.1:1/x", "!include <nowhere/nothing>"]
    {
        let reply = routes.get(&format!("/txt/{}", coded(&format!("{include}\nA -> B")))).await;
        assert_eq!(reply.status, 400, "{include}");
        assert!(!reply.text().contains("root:"));
    }
}
