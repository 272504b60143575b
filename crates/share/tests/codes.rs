//! Known codes, round trips and refusals, through the public functions.

use proptest::prelude::*;
use share::{DecodeError, MAX_DECODED_BYTES, Scheme, body, decode, encode, encode_as};

/// Bodies and the codes that PlantUML 1.2026.8 makes of them.
fn vectors() -> Vec<(String, &'static str)> {
    let twenty_rounds: Vec<String> = (1..=20)
        .map(|round| format!("Alice -> Bob : message {round}\nBob --> Alice : reply {round}"))
        .collect();
    [
        ("Bob -> Alice : hello", "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000"),
        ("A -> B", "SrJGjLDm0W00"),
        ("actor A\nactor B\nA --> B", "IqmkoIzISEHA1DDEN8uAkhfs2au0"),
        (
            "actor Writer1\nrectangle \"Front Buffer\"\nWriter1 --> \"Front Buffer\"",
            "IqmkoIzI22_AB4ajCkGgIaqkISnBpqbLK78hoiyhKN0gJKjBBLBYWYfGqDMrGvC20000",
        ),
        (
            "participant \"Üser\" as U\nU -> \"サーバー\" : запрос €5 🚀\n\"サーバー\" --> U : 好的",
            "AqWiAibCpYn8p2jHK3eyfpYrI4aXiLWXb2jKGTTEGUbnqzR7pNiUDqy0aaeALWeNjb_OS67_nOOB-ousAZngMcEgy67-h0OkD7MwGAsXGDLFb-vzFgi50000",
        ),
        (
            &twenty_rounds.join("\n"),
            "TT5B2i9040RXlQVe2mIc9kyiX7WJbK64Y69Mtjx4jRNidwxLDo_tQudg6AVd9QPub7KztqfmsEzgs-VVmnJlybe-spx_3x84sO9QWjg2HeB6WbQ2re9EWiw2NeBUWa62mO9HWj42aiabJHHRjJ5kr1i3HyKnSjGSGqVLCNRK7OD7vJ5wr1x3H_MpwUVq1G00",
        ),
        ("@startmindmap\n* root\n** a\n@endmindmap", "SoWkIImgoStCIybDBE3IKYZApo_Xqj9IIEHoI0MAGSG1"),
    ]
    .map(|(text, code)| (text.to_owned(), code))
    .into()
}

#[test]
fn codes_equal_those_of_the_reference() {
    for (text, code) in vectors() {
        assert_eq!(encode(&text), code);
        assert_eq!(encode(&body(&share::with_markers(&text))), code);
        assert_eq!(decode(code).as_deref(), Ok(text.as_str()));
    }
}

#[test]
fn zlib_and_hex_codes_carry_their_prefix() {
    let hello = "Bob -> Alice : hello";
    let zlib = "~1UDfpoazIqBLJSCp9J4vLi5B8ICt9oGS0F7S6Am00";
    let hex = "~h426f62202d3e20416c696365203a2068656c6c6f";
    assert_eq!(encode_as(hello, Scheme::Zlib), zlib);
    assert_eq!(encode_as(hello, Scheme::Hex), hex);
    for code in [zlib, hex, "~0SyfFKj2rKt3CoKnELR1Io4ZDoSa70000", &zlib[2..]] {
        assert_eq!(decode(code).as_deref(), Ok(hello), "{code}");
    }
}

#[test]
fn a_cut_code_is_refused_wherever_it_is_cut() {
    for (text, code) in vectors() {
        for end in 1..code.len() {
            assert!(decode(&code[..end]).is_err(), "{} of {text:?}", &code[..end]);
        }
        let zlib = encode_as(&text, Scheme::Zlib);
        for end in 1..zlib.len() {
            assert!(decode(&zlib[..end]).is_err(), "{}", &zlib[..end]);
        }
    }
}

#[test]
fn each_kind_of_foreign_input_has_its_reason() {
    assert_eq!(decode("  "), Err(DecodeError::Empty));
    assert_eq!(decode("~1"), Err(DecodeError::Empty));
    assert_eq!(decode("~zip~abcd"), Err(DecodeError::UnknownPrefix("~z".into())));
    assert_eq!(decode("SrJG+LDm0W00"), Err(DecodeError::ForeignLetter { offset: 4, letter: '+' }));
    assert_eq!(decode("~h4g"), Err(DecodeError::ForeignLetter { offset: 3, letter: 'g' }));
    assert_eq!(decode("~h4"), Err(DecodeError::Truncated));
    assert_eq!(decode("~hff"), Err(DecodeError::NotText));
    assert_eq!(decode("SrJGjLDm0W00____"), Err(DecodeError::TrailingData));
    assert_eq!(decode("fJy0iLkkuAA1AQc0"), Err(DecodeError::Damaged));
    assert_eq!(decode("~1UDfpoazIqBLJSCp9J4vLi5B8ICt9oGS0F7S6Bm00"), Err(DecodeError::Damaged));
}

#[test]
fn a_foreign_letter_is_placed_in_the_code_as_it_was_given() {
    let foreign = |code, offset| {
        assert_eq!(
            decode(code),
            Err(DecodeError::ForeignLetter { offset, letter: '+' }),
            "{code:?}"
        );
    };
    foreign("  ab+d", 4);
    foreign("  ~1ab+d ", 6);
    foreign("\n~0+abc", 3);
    foreign("   ~h4+", 6);
}

#[test]
fn a_named_scheme_is_taken_at_its_word() {
    let zlib = encode_as("A -> B", Scheme::Zlib);
    assert_eq!(decode(&zlib[2..]).as_deref(), Ok("A -> B"), "without a prefix both are tried");
    assert!(decode(&format!("~0{}", &zlib[2..])).is_err());
    let raw = encode("A -> B");
    assert!(decode(&format!("~1{raw}")).is_err());
}

#[test]
fn a_text_past_the_cap_is_refused_before_it_fills_memory() {
    let bomb = encode(&"a".repeat(share::MAX_DECODED_BYTES + 1));
    assert_eq!(decode(&bomb), Err(DecodeError::TooLong));
    let full = "a".repeat(share::MAX_DECODED_BYTES);
    assert_eq!(decode(&encode(&full)), Ok(full));
}

proptest! {
    #[test]
    fn every_text_comes_back_from_every_scheme(text in "\\PC{0,400}|[\\x00-\\x7f]{0,400}") {
        for scheme in [Scheme::Deflate, Scheme::Zlib, Scheme::Hex] {
            let code = encode_as(&text, scheme);
            prop_assert!(code.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_~".contains(letter)));
            if !(text.is_empty() && scheme == Scheme::Hex) {
                prop_assert_eq!(decode(&code), Ok(text.clone()));
            }
        }
    }

    #[test]
    fn random_input_is_answered_without_a_panic(code in "\\PC{0,200}|~?[01h]?[0-9A-Za-z_-]{0,200}") {
        if let Ok(text) = decode(&code) {
            prop_assert!(text.len() <= share::MAX_DECODED_BYTES);
        }
    }
}

#[test]
fn a_hex_code_may_hold_the_longest_text_and_not_a_byte_more() {
    let longest = "a".repeat(MAX_DECODED_BYTES);
    let code = encode_as(&longest, Scheme::Hex);
    assert_eq!(decode(&code).as_deref(), Ok(longest.as_str()));
    assert_eq!(decode(&format!("{code}61")), Err(DecodeError::TooLong));
}
