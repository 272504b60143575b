//! The names of PlantUML's flags: those that newer versions give to old flags, and those that change nothing here.

/// A flag under its old name, or the name that newer versions of PlantUML have for it, and the old one.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("--svg", "-tsvg"),
    ("-svg", "-tsvg"),
    ("--png", "-tpng"),
    ("-png", "-tpng"),
    ("--pdf", "-tpdf"),
    ("-pdf", "-tpdf"),
    ("--txt", "-ttxt"),
    ("-txt", "-ttxt"),
    ("--utxt", "-tutxt"),
    ("-utxt", "-tutxt"),
    ("--eps", "-teps"),
    ("-eps", "-teps"),
    ("--teps:text", "-teps:text"),
    ("-eps:text", "-teps:text"),
    ("--html", "-thtml"),
    ("-html", "-thtml"),
    ("--latex", "-tlatex"),
    ("-latex", "-tlatex"),
    ("--latex-nopreamble", "-tlatex:nopreamble"),
    ("-latex:nopreamble", "-tlatex:nopreamble"),
    ("--vdx", "-tvdx"),
    ("-vdx", "-tvdx"),
    ("--scxml", "-tscxml"),
    ("--xmi", "-txmi"),
    ("-xmi", "-txmi"),
    ("--xmi:argo", "-txmi:argo"),
    ("-xmi:argo", "-txmi:argo"),
    ("--xmi:custom", "-txmi:custom"),
    ("-xmi:custom", "-txmi:custom"),
    ("--xmi:script", "-txmi:script"),
    ("-xmi:script", "-txmi:script"),
    ("--xmi:star", "-txmi:star"),
    ("-xmi:star", "-txmi:star"),
    ("--base64", "-tbase64"),
    ("--braille", "-tbraille"),
    ("--null", "-tnull"),
    ("--obfuscate", "-tobfuscate"),
    ("-cypher", "-tobfuscate"),
    ("--pipe", "-pipe"),
    ("-p", "-pipe"),
    ("--format", "-format"),
    ("-f", "-format"),
    ("--define", "-define"),
    ("-d", "-define"),
    ("-D", "-define"),
    ("--include", "-I"),
    ("--pragma", "-pragma"),
    ("-P", "-pragma"),
    ("--skinparam", "-skinparam"),
    ("-S", "-skinparam"),
    ("--check-syntax", "-checkonly"),
    ("--syntax-check", "-checkonly"),
    ("--check-before-run", "-failfast2"),
    ("--stop-on-error", "-failfast"),
    ("--no-error-image", "-noerror"),
    ("--output-dir", "-o"),
    ("-output", "-o"),
    ("-odir", "-o"),
    ("output_dir", "-o"),
    ("--exclude", "-x"),
    ("-exclude", "-x"),
    ("--threads", "-nbthread"),
    ("-nbthreads", "-nbthread"),
    ("--graphviz-timeout", "-timeout"),
    ("--dot-path", "-graphvizdot"),
    ("-graphviz_dot", "-graphvizdot"),
    ("--charset", "-charset"),
    ("--theme", "-theme"),
    ("--dark-mode", "-darkmode"),
    ("--disable-metadata", "-nometadata"),
    ("--extract-source", "-metadata"),
    ("--skip-fresh", "-checkmetadata"),
    ("--overwrite", "-overwrite"),
    ("--force-overwrite", "-overwrite"),
    ("--ignore-startuml-filename", "-ignorenames"),
    ("--pipe-image-index", "-pipeimageindex"),
    ("--progress-bar", "-progress"),
    ("--splash-screen", "-splash"),
    ("--duration", "-duration"),
    ("--loop", "-loop"),
    ("--preproc", "-preproc"),
    ("--preprocess", "-preproc"),
    ("--config", "-config"),
    ("--filename", "-filename"),
    ("--pipe-map", "-pipemap"),
    ("--check-graphviz", "-testdot"),
    ("--verbose", "-v"),
    ("-verbose", "-v"),
    ("--encode-url", "-encodeurl"),
    ("--compute-url", "-encodeurl"),
    ("-computeurl", "-encodeurl"),
    ("--decode-url", "-decodeurl"),
    ("--encode-sprite", "-encodesprite"),
    ("-sprite", "-encodesprite"),
    ("--list-keywords", "-language"),
    ("--author", "-about"),
    ("--about", "-about"),
    ("-author", "-about"),
    ("-authors", "-about"),
    ("-license", "-about"),
    ("-licence", "-about"),
    ("--gui", "-gui"),
    ("--http-server", "-picoweb"),
    ("--ftp-server", "-ftp"),
    ("--clipboard", "-clipboard"),
    ("--clipboardloop", "-clipboardloop"),
    ("--disable-stats", "-disablestats"),
    ("--enable-stats", "-enablestats"),
    ("--export-stats", "-dumpstats"),
    ("--export-stats-html", "-dumphtmlstats"),
    ("--html-stats", "-htmlstats"),
    ("--xml-stats", "-xmlstats"),
    ("--realtime-stats", "-realtimestats"),
    ("--loop-stats", "-loopstats"),
];

/// Flags that only say how Java PlantUML runs, and flags of older versions that the reference no longer knows.
const WITHOUT_EFFECT: &[&str] = &[
    "-checkmetadata",
    "-debugsvek",
    "-debug_svek",
    "-disablestats",
    "-enablestats",
    "-failfast",
    "-headless",
    "-htmlstats",
    "-nosuggestengine",
    "-overwrite",
    "-progress",
    "-quiet",
    "-r",
    "-realtimestats",
    "-recursive",
    "-splash",
    "-tmap",
    "-v",
    "-word",
    "-xmlstats",
];

/// Why a flag is refused that PlantUML knows.
const REFUSED: &[(&str, &str)] = &[
    ("-gui", "puml has no window; `puml render --watch` draws again after each change"),
    ("-picoweb", "puml is no server; the program `straightedge` is a PlantUML server"),
    ("-ftp", "puml is no server; the program `straightedge` is a PlantUML server"),
    ("-clipboard", "puml does not read the clipboard; use -pipe"),
    ("-clipboardloop", "puml does not read the clipboard; use -pipe"),
    ("-printfonts", "puml has its own fonts; `fc-list` names those of the machine"),
    ("-dumpstats", "puml keeps no statistics"),
    ("-dumphtmlstats", "puml keeps no statistics"),
    ("-loopstats", "puml keeps no statistics"),
];

/// What begins the words that are for Java, or that only say how PlantUML runs.
const JAVA: [&str; 6] = ["-Djava.", "-Dfile.", "-Dplantuml.", "-DPLANTUML_", "-Xm", "-XX:"];

/// The formats that PlantUML writes and puml does not.
const UNWRITTEN: &[&str] = &[
    "base64",
    "braille",
    "eps",
    "eps:text",
    "html",
    "latex",
    "latex:nopreamble",
    "null",
    "obfuscate",
    "scxml",
    "vdx",
    "xmi",
    "xmi:argo",
    "xmi:custom",
    "xmi:script",
    "xmi:star",
];

/// The old name of a flag that newer versions of PlantUML call otherwise.
pub(super) fn old(word: &str) -> Option<&'static str> {
    OTHER_NAMES.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// Whether a flag changes nothing here. Settings of Java and of PlantUML itself are no variables of a diagram.
pub(super) fn has_no_effect(flag: &str) -> bool {
    WITHOUT_EFFECT.contains(&flag) || JAVA.iter().any(|it| flag.starts_with(it))
}

/// Why a flag is refused, where there is more to say than that it is unknown; `-picoweb:8080` may name a port.
pub(super) fn refusal(flag: &str) -> Option<&'static str> {
    let name = flag.split(':').next().unwrap_or(flag);
    REFUSED.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// The name of a format that PlantUML writes and puml does not.
pub(super) fn unwritten(name: &str) -> Option<&'static str> {
    UNWRITTEN.iter().copied().find(|it| *it == name)
}
