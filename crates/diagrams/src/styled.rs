//! The `style` that PlantUML writes on the root of an SVG and that tools replace to fit the picture into a page.

/// The picture with its size as a `style` too; anything without a size stays as it is.
pub fn styled(svg: Vec<u8>) -> Vec<u8> {
    let end = svg.iter().position(|it| *it == b'>').unwrap_or(0);
    let root = String::from_utf8_lossy(&svg[..end]);
    let sizes = (pixels(&root, " width=\""), pixels(&root, " height=\""));
    let (Some(rest), (Some(width), Some(height))) = (svg.strip_prefix(b"<svg "), sizes) else {
        return svg;
    };
    let style = format!("<svg style=\"width:{width:.0}px;height:{height:.0}px;\" ");
    [style.as_bytes(), rest].concat()
}

fn pixels(root: &str, attribute: &str) -> Option<f64> {
    let value = &root[root.find(attribute)? + attribute.len()..];
    value.split('"').next()?.trim_end_matches("px").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_carries_the_style_that_tools_replace() {
        let svg = styled(b"<svg xmlns=\"x\" width=\"12\" height=\"7\"/>".to_vec());
        let wanted =
            "<svg style=\"width:12px;height:7px;\" xmlns=\"x\" width=\"12\" height=\"7\"/>";
        assert_eq!(svg, wanted.as_bytes());
        for other in ["<!-- -->", "", "<svg width=\"100%\" height=\"100%\"/>"] {
            assert_eq!(styled(other.into()), other.as_bytes());
        }
    }
}
