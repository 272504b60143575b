//! The functions of the preprocessor that every source can call.

/// A function's name, its parameters and what it gives. A parameter in brackets may be left out, `…` may be repeated.
pub(crate) const BUILTINS: &[(&str, &[&str], &str)] = &[
    ("%and", &["value", "value", "[value …]"], "true if all values are"),
    ("%backslash", &[], "a backslash"),
    ("%boolval", &["value"], "a text or number as a truth value"),
    ("%breakline", &[], "a new line in the source"),
    ("%call_user_func", &["name", "[argument …]"], "the result of the function of that name"),
    ("%chr", &["code"], "the letter with that code"),
    ("%darken", &["color", "percent"], "a darker colour"),
    ("%date", &["[format]", "[seconds]", "[zone]"], "the date, now or at a time in seconds"),
    ("%dec2hex", &["number"], "a whole number in hexadecimal"),
    ("%dirpath", &[], "the folder of the source"),
    ("%dollar", &[], "a dollar sign"),
    ("%eval", &["expression"], "the value of an expression in a text"),
    ("%false", &[], "false"),
    ("%feature", &["name"], "whether the engine has a feature"),
    ("%file_exists", &["path"], "whether there is such a file"),
    ("%filedate", &["[format]"], "when the source was changed"),
    ("%filename", &[], "the name of the source"),
    ("%filename_no_extension", &[], "the name of the source without its ending"),
    ("%function_exists", &["name"], "whether there is such a function"),
    ("%get_all_stdlib", &["[detailed]"], "the libraries that are built in"),
    ("%get_all_theme", &[], "the names of all themes"),
    ("%get_current_theme", &[], "the theme in use"),
    ("%get_json_keys", &["object"], "the keys of an object"),
    ("%get_json_type", &["value"], "what a JSON value is: string, number, array …"),
    ("%get_stdlib", &["[name]"], "the libraries that are built in, or one of them"),
    ("%get_variable_value", &["name"], "the value of the variable of that name"),
    ("%getenv", &["name"], "a variable of the environment"),
    ("%hex2dec", &["digits"], "a hexadecimal number as a whole number"),
    ("%hsl_color", &["hue", "saturation", "lightness", "[alpha]"], "a colour from its parts"),
    ("%intval", &["text"], "a text as a whole number"),
    ("%invoke_procedure", &["name", "[argument …]"], "the lines of the procedure of that name"),
    ("%is_dark", &["color"], "whether a colour is dark"),
    ("%is_light", &["color"], "whether a colour is light"),
    ("%json_add", &["json", "[key]", "value"], "JSON with a value added"),
    ("%json_key_exists", &["object", "key"], "whether an object has a key"),
    ("%json_merge", &["json", "json"], "two objects or arrays as one"),
    ("%json_remove", &["json", "key"], "JSON without a key or an index"),
    ("%json_set", &["json", "[key]", "value"], "JSON with a value replaced"),
    ("%left_align", &[], "ends a line that is aligned to the left"),
    ("%lighten", &["color", "percent"], "a lighter colour"),
    ("%load_json", &["path", "[default]"], "the JSON of a file"),
    ("%lower", &["text"], "a text in lower case"),
    ("%mod", &["dividend", "divisor"], "the remainder of a division"),
    ("%n", &[], "a new line in a label"),
    ("%nand", &["value", "value", "[value …]"], "true unless all values are"),
    ("%newline", &[], "a new line in a label"),
    ("%nor", &["value", "value", "[value …]"], "true if no value is"),
    ("%not", &["value"], "true if the value is false"),
    ("%now", &[], "the time in seconds"),
    ("%nxor", &["value", "value", "[value …]"], "true if an even number of values is"),
    ("%or", &["value", "value", "[value …]"], "true if any value is"),
    ("%ord", &["letter"], "the code of a letter"),
    ("%percent", &[], "a percent sign"),
    ("%random", &["[least]", "[most]"], "a whole number by chance"),
    ("%retrieve_procedure", &["name", "[argument …]"], "the lines of a procedure as a text"),
    ("%reverse_color", &["color"], "the opposite colour"),
    ("%reverse_hsluv_color", &["color"], "the colour with the opposite lightness"),
    ("%right_align", &[], "ends a line that is aligned to the right"),
    ("%set_variable_value", &["name", "value"], "sets the variable of that name"),
    ("%size", &["value"], "how many letters, items or keys a value has"),
    ("%splitstr", &["text", "separator"], "the parts of a text as an array"),
    ("%splitstr_regex", &["text", "pattern"], "the parts of a text between matches of a pattern"),
    ("%str2json", &["text"], "a text read as JSON"),
    ("%string", &["value"], "a value as a text"),
    ("%strlen", &["text"], "how many letters a text has"),
    ("%strpos", &["text", "part"], "where a part begins in a text, counted from 0; -1 if nowhere"),
    ("%substr", &["text", "start", "[length]"], "a part of a text"),
    ("%tab", &[], "a tab"),
    ("%true", &[], "true"),
    ("%upper", &["text"], "a text in upper case"),
    ("%variable_exists", &["name"], "whether there is such a variable"),
    ("%version", &[], "the version of the engine"),
    ("%xargs", &["name", "arguments"], "calls a function with the items of an array"),
    ("%xor", &["value", "value", "[value …]"], "true if an odd number of values is"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use puml_compiler::builtin_names;

    #[test]
    fn every_function_is_explained_and_nothing_else() {
        let mut names: Vec<_> = builtin_names().collect();
        names.sort_unstable();
        let told: Vec<_> = BUILTINS.iter().map(|it| it.0).collect();
        assert_eq!(told, names);
    }
}
