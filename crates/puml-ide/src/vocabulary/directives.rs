//! The preprocessor's words.

/// Each directive without its `!`, and what it does.
pub(crate) const DIRECTIVES: &[(&str, &str)] = &[
    ("include", "reads another file here"),
    ("include_once", "reads another file, the first time only"),
    ("include_many", "reads another file each time"),
    ("includesub", "reads a part of another file: `file!PART`"),
    ("theme", "chooses a whole look"),
    ("define", "a macro on one line"),
    ("undef", "forgets a macro"),
    ("if", "lines that depend on a condition"),
    ("ifdef", "lines that depend on a name being defined"),
    ("ifndef", "lines that depend on a name being undefined"),
    ("elseif", "another condition"),
    ("else", "the lines otherwise"),
    ("endif", "ends the condition"),
    ("while", "repeats lines as long as a condition holds"),
    ("endwhile", "ends the repetition"),
    ("foreach", "repeats lines for each item"),
    ("endfor", "ends the repetition"),
    ("function", "a function that returns a value"),
    ("endfunction", "ends the function"),
    ("procedure", "a procedure that writes lines"),
    ("endprocedure", "ends the procedure"),
    ("return", "the value of a function"),
    ("startsub", "begins a part that others include"),
    ("endsub", "ends the part"),
    ("pragma", "a switch for the engine"),
    ("assert", "stops unless a condition holds"),
    ("log", "writes to the log"),
    ("exit", "ends reading here"),
];

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
