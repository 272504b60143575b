//! Bundled faces inside an SVG, cut down to the letters that it shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use font::{Face, Family, Style};
use scene::Scene;

use super::text::needs_joined_letters;
use crate::missing::visit;
use crate::pieces::style;
use crate::webfont;

/// The faces of one document.
pub(super) struct Embedded {
    /// Tells the families of this document from those of others in the same page.
    digest: String,
    used: BTreeMap<(Style, Face), BTreeSet<char>>,
}

impl Embedded {
    /// The faces that the scene's letters need. Scripts whose letters change with their neighbours are left to the
    /// reader's fonts: a subset holds no rules for that.
    pub(super) fn of(scene: &Scene) -> Self {
        let mut used: BTreeMap<(Style, Face), BTreeSet<char>> = BTreeMap::new();
        visit(&scene.items, &mut |run| {
            let style = style(run);
            let letters = run.text.chars().filter(|&ch| !needs_joined_letters(ch));
            // Among letters from right to left a browser draws a bracket as the other one.
            let is_turned = font::is_right_to_left(&run.text);
            let turned = run.text.chars().filter_map(font::mirrored).filter(|_| is_turned);
            for ch in letters.chain(turned) {
                if let Some(face) = font::face_for(ch, style) {
                    used.entry((style, face)).or_default().insert(ch);
                }
            }
        });
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for ((_, face), chars) in &used {
            let codes = chars.iter().map(|&ch| u32::from(ch));
            for code in std::iter::once(*face as u32).chain(codes) {
                hash = (hash ^ u64::from(code)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Self { digest: format!("{:08x}", (hash ^ (hash >> 32)) as u32), used }
    }

    /// A CSS `font-family` list that begins with the embedded family.
    pub(super) fn css_family(&self, family: Family) -> String {
        format!("'{}',{}", self.name(family), font::css_family(family))
    }

    fn name(&self, family: Family) -> String {
        let kind = match family {
            Family::Sans => "sans",
            Family::Mono => "mono",
        };
        format!("puml-{kind}-{}", self.digest)
    }

    /// A style sheet with the faces.
    pub(super) fn write(&self, out: &mut String) {
        if self.used.is_empty() {
            return;
        }
        out.push_str("<style>\n");
        for (&(style, face), chars) in &self.used {
            let _ = write!(out, "@font-face{{font-family:'{}';", self.name(style.family));
            if style.bold {
                out.push_str("font-weight:700;");
            }
            if style.italic {
                out.push_str("font-style:italic;");
            }
            // Two faces of one style share its letters, so each says which are its own.
            out.push_str("unicode-range:");
            for (idx, ch) in chars.iter().enumerate() {
                let comma = if idx > 0 { "," } else { "" };
                let _ = write!(out, "{comma}U+{:X}", u32::from(*ch));
            }
            out.push_str(";src:url(data:font/woff;base64,");
            STANDARD.encode_string(webfont::woff(face, chars.iter().copied()), out);
            out.push_str(") format('woff')}\n");
        }
        out.push_str("</style>\n");
    }
}
