//! Addresses that carry a code: making one, and finding the code in one. No address is ever visited.

/// The public PlantUML server that a share link names, without a slash at its end.
pub const SERVER: &str = "https://www.plantuml.com/plantuml";

/// Where the public server shows the picture of a code.
pub fn svg_url(code: &str) -> String {
    format!("{SERVER}/svg/{code}")
}

/// The code inside a PlantUML link of any server, or the text itself if it is not a link.
pub fn code_in(link_or_code: &str) -> &str {
    let text = link_or_code.trim();
    if !text.starts_with("https://") && !text.starts_with("http://") {
        return text;
    }
    let path = text.split(['?', '#']).next().unwrap_or(text);
    path.trim_end_matches('/').rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_of_the_public_server_is_made_and_read() {
        let link = svg_url("SrJGjLDm0W00");
        assert_eq!(link, "https://www.plantuml.com/plantuml/svg/SrJGjLDm0W00");
        assert_eq!(code_in(&link), "SrJGjLDm0W00");
    }

    #[test]
    fn a_link_of_any_server_gives_its_code() {
        assert_eq!(code_in("https://www.plantuml.com/plantuml/svg/SrJGjLDm0W00"), "SrJGjLDm0W00");
        assert_eq!(code_in(" http://localhost:8080/uml/SrJGjLDm0W00/?x=1#y "), "SrJGjLDm0W00");
        assert_eq!(code_in("~h4120"), "~h4120");
    }
}
