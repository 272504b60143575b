fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let read = |p: &str| std::fs::read_to_string(format!("{dir}/{p}")).unwrap();
    let skip = |s: &str| {
        s.lines().any(|l| {
            let t = l.trim_start();
            t.starts_with('!')
                && !t.starts_with("!pragma")
                && !t.starts_with("!theme")
                && !t.starts_with("!assume")
        })
    };
    let check = |text: &str| -> Option<(u32, String)> {
        let text: String = text
            .lines()
            .filter(|l| !l.trim_start().starts_with("!theme"))
            .map(|l| format!("{l}\n"))
            .collect();
        let p = puml_syntax::parse(&text, diag::SourceId(0), puml_syntax::Stage::Expanded);
        let idx = diag::LineIndex::new(&text);
        p.diagnostics
            .iter()
            .find(|d| d.is_error())
            .map(|d| (idx.line(d.span.start) + 1, format!("{} {}", d.code.name, d.message)))
    };
    let sem = [
        "You cannot",
        "Nothing to",
        "After create",
        "Nowhere",
        "already done",
        "You should send",
        "Cannot read",
    ];
    let mut out = vec![];
    let (mut n, mut ok, mut skipped) = (0, 0, 0);
    let mut judge = |set: &str,
                     id: &str,
                     text: &str,
                     accept: bool,
                     line: Option<u64>,
                     error: &str,
                     tol: i64| {
        if skip(text) {
            skipped += 1;
            return;
        }
        n += 1;
        let got = check(text);
        let agree = match (&got, accept) {
            (None, true) => true,
            (Some((l, _)), false) => line.is_none_or(|x| (x as i64 - *l as i64).abs() <= tol),
            _ => false,
        };
        if agree {
            ok += 1;
            return;
        }
        let semantic = !accept && got.is_none() && sem.iter().any(|s| error.contains(s));
        if semantic {
            ok += 1;
            return;
        }
        let l = line.unwrap_or(0) as usize;
        let at = got.as_ref().map_or(l, |g| g.0 as usize).max(1);
        out.push(format!(
            "{set} {id}: reference {} {line:?} {error} | ours {got:?} | {:?} | {:?}",
            if accept { "accept" } else { "reject" },
            text.lines().nth(at - 1),
            if l > 0 { text.lines().nth(l - 1) } else { None }
        ));
    };
    match std::env::args().nth(2).as_deref().unwrap_or("probes") {
        "probes" => {
            for l in read("probes.jsonl").lines() {
                let d: serde_json::Value = serde_json::from_str(l).unwrap();
                let a = &d["as_sequence"];
                let text = format!(
                    "@startuml\nparticipant ZZ\nautonumber stop\n{}\n@enduml\n",
                    d["body"].as_str().unwrap()
                );
                judge(
                    "probe",
                    &d["id"].to_string(),
                    &text,
                    a["verdict"] == "accept",
                    a["error_line"].as_u64().map(|x| x + 2),
                    a["error"].as_str().unwrap_or(""),
                    0,
                );
            }
        }
        "mutants" => {
            for l in read("mutants.jsonl").lines() {
                let d: serde_json::Value = serde_json::from_str(l).unwrap();
                let acc = d["verdict"] == "accept" && d["diagram_type"] == "SEQUENCE";
                judge(
                    "mutant",
                    d["id"].as_str().unwrap(),
                    d["source"].as_str().unwrap(),
                    acc,
                    d["error_line"].as_u64(),
                    d["error"].as_str().unwrap_or(""),
                    1,
                );
            }
        }
        _ => {
            for l in read("oracle.tsv").lines().skip(1) {
                let f: Vec<_> = l.split('\t').collect();
                let text = read(&format!("open/{}.puml", f[0]));
                judge(
                    "open",
                    f[0],
                    &text,
                    f[2] == "accept" && f[3] == "SEQUENCE",
                    f[6].parse().ok(),
                    f[7],
                    1,
                );
            }
        }
    }
    for o in out {
        println!("{}", o.chars().take(600).collect::<String>());
    }
    println!("{ok}/{n} agree, {skipped} with directives skipped");
}
