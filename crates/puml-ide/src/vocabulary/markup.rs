//! Markup inside texts.

/// What is typed, the snippet that is inserted, and what it does.
pub(crate) const MARKUP: &[(&str, &str, &str)] = &[
    ("**bold**", "**${1:text}**", "bold"),
    ("//italic//", "//${1:text}//", "italic"),
    ("__underlined__", "__${1:text}__", "underlined"),
    ("--struck--", "--${1:text}--", "struck through"),
    ("~~waved~~", "~~${1:text}~~", "waved underline"),
    ("\"\"mono\"\"", "\"\"${1:text}\"\"", "monospaced"),
    ("<color:…>", "<color:${1:red}>${2:text}</color>", "coloured letters"),
    ("<back:…>", "<back:${1:yellow}>${2:text}</back>", "coloured background"),
    ("<size:…>", "<size:${1:18}>${2:text}</size>", "size of the letters"),
    ("<b>", "<b>${1:text}</b>", "bold"),
    ("<i>", "<i>${1:text}</i>", "italic"),
    ("<u>", "<u>${1:text}</u>", "underlined"),
    ("<s>", "<s>${1:text}</s>", "struck through"),
    ("<sub>", "<sub>${1:text}</sub>", "lowered"),
    ("<sup>", "<sup>${1:text}</sup>", "raised"),
    ("<&icon>", "<&${1:check}>", "an icon by name"),
    ("<:emoji:>", "<:${1:smile}:>", "an emoji by name"),
    ("<$sprite>", "<\\$${1:name}>", "a sprite of this diagram"),
    ("[[link]]", "[[${1:https://} ${2:label}]]", "a link"),
    ("\\n", "\\n", "a new line"),
];
