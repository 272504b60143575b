//! The only way to a [`SafeSvg`]: an engine's SVG is read by an XML parser, rebuilt from an allow-list and written anew.
//! Style rules become attributes, so the result needs no `<style>`; nothing that is not listed gets through.

mod allowed;
mod cascade;
pub(crate) mod emphasis;
mod fit;
mod pseudo_class;
mod rebuild;
mod shrink;
mod tree;
mod value;
mod write;

use crate::engine::RawSvg;
use crate::{Canvas, Limits, Links, SafeSvg};

/// What the sanitiser is asked for besides safety.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wishes<'run> {
    /// What becomes of links.
    pub(crate) links: Links,
    /// What lies behind the picture.
    pub(crate) canvas: Canvas,
    /// Ceilings on elements and bytes.
    pub(crate) limits: &'run Limits,
    /// Whether texts may reach past the area that the engine says, so that it must be widened.
    pub(crate) fit_text: bool,
    /// Pixels added on every side, for types that draw up to the edge.
    pub(crate) margin: f64,
    /// Starts every id in the result, so that two pictures on one page do not share any.
    pub(crate) id_prefix: &'run str,
}

/// Why no safe picture could be made. Malformed input is refused, never repaired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SanitiseError {
    /// Not well-formed XML, or with a document type.
    #[error("the engine's picture is not well-formed: {0}")]
    Malformed(String),
    /// The root is something else than an `svg` element of the SVG namespace with a size.
    #[error("the engine's picture has no usable root")]
    NoRoot,
    /// Elements nest deeper than any real picture.
    #[error("the engine's picture nests too deeply")]
    TooDeep,
    /// More elements than allowed.
    #[error("the picture has more than {maximum} elements")]
    TooManyElements {
        /// The ceiling.
        maximum: usize,
    },
    /// More bytes than allowed.
    #[error("the picture has {actual} bytes, more than {maximum}")]
    TooLong {
        /// Bytes written.
        actual: usize,
        /// The ceiling.
        maximum: usize,
    },
}

/// Rebuilds the picture from what is allowed.
pub(crate) fn sanitise(raw: &RawSvg, wishes: &Wishes<'_>) -> Result<SafeSvg, SanitiseError> {
    let parsing = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: u32::try_from(wishes.limits.elements.saturating_mul(4)).unwrap_or(u32::MAX),
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(&raw.text, parsing).map_err(
        |error| match error {
            roxmltree::Error::NodesLimitReached => {
                SanitiseError::TooManyElements { maximum: wishes.limits.elements }
            }
            other => SanitiseError::Malformed(other.to_string()),
        },
    )?;
    let mut picture = rebuild::rebuild(&document, wishes)?;
    emphasis::resolve(&mut picture);
    if wishes.fit_text {
        fit::fit(&mut picture);
    }
    picture.size = picture.size.grown(wishes.margin);
    picture.default_fill(raw.ink);
    shrink::shrink(&mut picture);
    let canvas = (wishes.canvas == Canvas::Opaque).then_some(raw.canvas);
    let text = write::write(&picture, canvas, wishes.id_prefix);
    if text.len() > wishes.limits.output_bytes {
        return Err(SanitiseError::TooLong {
            actual: text.len(),
            maximum: wishes.limits.output_bytes,
        });
    }
    Ok(SafeSvg::sealed(text, picture.size.width, picture.size.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sanitises the content of a root element with a size.
    fn sanitised(content: &str) -> Result<String, SanitiseError> {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             viewBox=\"0 0 10 10\" fill=\"red\">{content}</svg>"
        );
        let raw = RawSvg { text, canvas: "#ffffff", ink: "#333333", is_empty: false };
        let wishes = Wishes {
            links: Links::Drop,
            canvas: Canvas::Transparent,
            limits: &Limits::default(),
            fit_text: false,
            margin: 0.0,
            id_prefix: "p-",
        };
        let svg = sanitise(&raw, &wishes)?.into_string();
        let (_, content) = svg.split_once('>').expect("a root");
        Ok(content.strip_suffix("</svg>").unwrap_or("").to_owned())
    }

    #[test]
    fn what_is_not_listed_is_gone_with_all_it_holds() {
        for hostile in [
            "<script>boom()</script>",
            "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"><b>x</b></body></foreignObject>",
            "<style>*{fill:url(//evil.example)}</style>",
            "<animate attributeName=\"href\" to=\"javascript:boom()\"/>",
            "<set attributeName=\"onload\" to=\"boom()\"/>",
            "<image href=\"https://evil.example/p.png\"/>",
            "<image href=\"data:image/svg+xml;base64,PHN2Zz4=\"/>",
            "<use href=\"other.svg#a\"/>",
            "<feImage href=\"//evil.example\"/>",
            "<b xmlns=\"http://www.w3.org/1999/xhtml\">x</b>",
            "<rect xmlns=\"http://evil.example\" width=\"1\"/>",
            "<g><!-- c --><?pi x?></g>",
        ] {
            assert_eq!(sanitised(hostile).as_deref(), Ok(""), "{hostile}");
        }
    }

    #[test]
    fn attributes_are_kept_only_with_plain_values() {
        for (hostile, kept) in [
            ("<rect width=\"1\" onclick=\"boom()\"/>", "<rect width=\"1\"/>"),
            ("<rect width=\"1\" fill=\"url(//evil.example#a)\"/>", "<rect width=\"1\"/>"),
            (
                "<rect width=\"1\" style=\"fill:url(x);width:expression(1);stroke:blue\"/>",
                "<rect width=\"1\" stroke=\"blue\"/>",
            ),
            (
                "<rect width=\"1\" xlink:href=\"javascript:boom()\" data-x=\"1\" class=\"a\"/>",
                "<rect width=\"1\"/>",
            ),
            ("<a xlink:href=\"javascript:boom()\"><rect width=\"1\"/></a>", "<rect width=\"1\"/>"),
            ("<text>&lt;script&gt;&amp;</text>", "<text>&lt;script&gt;&amp;</text>"),
            ("<rect width=\"1\" fill=\"url(#gone)\"/>", "<rect width=\"1\"/>"),
        ] {
            assert_eq!(sanitised(hostile).as_deref(), Ok(kept), "{hostile}");
        }
    }

    #[test]
    fn style_rules_become_attributes_by_specificity_and_importance() {
        let rules =
            "<style>rect{fill:blue;stroke:black}.a{fill:green}#b{stroke:red!important}</style>";
        let drawn = sanitised(&format!(
            "{rules}<rect class=\"a\" id=\"b\" width=\"1\" style=\"stroke:gold\"/>"
        ));
        assert_eq!(drawn.as_deref(), Ok("<rect width=\"1\" fill=\"green\" stroke=\"red\"/>"));
    }

    #[test]
    fn used_ids_are_renamed_and_unused_ones_dropped() {
        let source = "<defs><marker id=\"x\"><path d=\"M0 0\"/></marker><marker id=\"y\"/></defs>\
                      <path id=\"z\" d=\"M1 1\" marker-end=\"url(#x)\"/>";
        let kept = "<defs><marker id=\"p-0\"><path d=\"M0 0\"/></marker></defs>\
                    <path d=\"M1 1\" marker-end=\"url(#p-0)\"/>";
        assert_eq!(sanitised(source).as_deref(), Ok(kept));
    }

    #[test]
    fn malformed_documents_are_refused() {
        for broken in ["<g>", "<g a=1/>", "&undefined;", "<g/></svg><svg>"] {
            assert!(matches!(sanitised(broken), Err(SanitiseError::Malformed(_))), "{broken}");
        }
        let doctype = RawSvg {
            text: "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".to_owned(),
            canvas: "#ffffff",
            ink: "#333333",
            is_empty: false,
        };
        let wishes = Wishes {
            links: Links::Drop,
            canvas: Canvas::Opaque,
            limits: &Limits::default(),
            fit_text: false,
            margin: 0.0,
            id_prefix: "p-",
        };
        assert!(matches!(sanitise(&doctype, &wishes), Err(SanitiseError::Malformed(_))));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("{}{}", "<g fill=\"blue\">".repeat(300), "</g>".repeat(300));
        assert_eq!(sanitised(&deep), Err(SanitiseError::TooDeep));
    }
}
