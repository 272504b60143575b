//! What an editor inserts for the preprocessor's words; the words are the parser's.

/// What is inserted for a directive that comes with more lines; `$0` is where the cursor ends up.
pub(crate) const SNIPPETS: &[(&str, &str)] = &[
    ("if", "if ${1:condition}\n$0\n!endif"),
    ("ifdef", "ifdef ${1:name}\n$0\n!endif"),
    ("ifndef", "ifndef ${1:name}\n$0\n!endif"),
    ("while", "while ${1:condition}\n$0\n!endwhile"),
    ("foreach", "foreach \\$${1:item} in ${2:list}\n$0\n!endfor"),
    ("function", "function \\$${1:name}(${2})\n!return $0\n!endfunction"),
    ("procedure", "procedure \\$${1:name}(${2})\n$0\n!endprocedure"),
    ("startsub", "startsub ${1:NAME}\n$0\n!endsub"),
];
