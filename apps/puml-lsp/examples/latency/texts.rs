//! A long text of each family: the same ten lines again and again, with everything that its editors know in them.

/// How the text of a family is put together.
pub(crate) struct Text {
    pub(crate) family: &'static str,
    head: &'static str,
    /// `{}` is the number of the line.
    block: [&'static str; 10],
    foot: &'static str,
    /// Line of the block and column where a letter is typed: inside a label or a value.
    edited: (usize, usize),
    /// Line of the block and column that requests are about: a name where the family has names.
    asked: (usize, usize),
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Text {
    /// The whole text.
    pub(crate) fn written(&self, lines: usize) -> String {
        let mut out = format!("{}\n", self.head);
        for number in 0..self.blocks(lines) * 10 {
            let line = self.block[number % 10].replace("{}", &(number / 10).to_string());
            out.push_str(&line);
            out.push('\n');
        }
        out + self.foot + "\n"
    }

    pub(crate) fn edited(&self, lines: usize) -> Place {
        self.place(lines, self.edited)
    }

    pub(crate) fn asked(&self, lines: usize) -> Place {
        self.place(lines, self.asked)
    }

    fn blocks(&self, lines: usize) -> usize {
        (lines - self.head.lines().count() - self.foot.lines().count()) / 10
    }

    /// In the block in the middle.
    fn place(&self, lines: usize, (line, column): (usize, usize)) -> Place {
        let line = self.head.lines().count() + self.blocks(lines) / 2 * 10 + line;
        Place { line, column }
    }
}

/// Every family.
pub(crate) const TEXTS: [Text; 11] = [
    Text {
        family: "sequence",
        head: "@startuml\nautonumber\nactor \"Alice in the shop\" as alice\nparticipant shop\ndatabase store",
        block: [
            "alt request {}",
            "  alice -> shop ++ : order {} of **many** <color:blue>things</color>",
            "  shop -> store : write 漢字 {}",
            "  store --> shop : ok 😀",
            "  note over shop, store #LightYellow : stored {}",
            "else failed",
            "  shop -[#red]> alice : sorry {}",
            "  return done",
            "end",
            "== part {} ==",
        ],
        foot: "@enduml",
        edited: (1, 30),
        asked: (1, 4),
    },
    Text {
        family: "class",
        head: "@startuml\nskinparam classBackgroundColor #F8F8FF\ninterface Payable",
        block: [
            "package part{} {",
            "class Order{} <<entity>> #LightYellow {",
            "  -id : UUID",
            "  +total(currency : Currency) : Money",
            "  {static} +open(id : UUID) : Order{}",
            "}",
            "}",
            "Payable <|.. Order{}",
            "Order{} \"1\" *-- \"0..*\" Payable : keeps {}",
            "note right of Order{} : **one** of many",
        ],
        foot: "@enduml",
        edited: (3, 10),
        asked: (8, 2),
    },
    Text {
        family: "description",
        head: "@startuml\nactor Customer\ndatabase Orders",
        block: [
            "node Cluster{} {",
            "  component \"Shop {}\" as shop{}",
            "  queue jobs{} #LightYellow",
            "}",
            "usecase (Buy {}) as buy{}",
            "Customer --> buy{} : wants",
            "buy{} ..> shop{} : calls {}",
            "shop{} -[#red]-> jobs{} : enqueues",
            "jobs{} --> Orders : writes",
            "note right of shop{} : **one** of many",
        ],
        foot: "@enduml",
        edited: (1, 14),
        asked: (6, 2),
    },
    Text {
        family: "state",
        head: "@startuml\n[*] --> Idle",
        block: [
            "state \"Working {}\" as Work{} #LightYellow {",
            "  [*] --> Load{}",
            "  Load{} --> Run{} : loaded",
            "  Run{} : entry / start the clock",
            "  Run{} --> [*]",
            "}",
            "Idle --> Work{} : event {} [ready] / begin",
            "Work{} -[#red]-> Idle : done",
            "state pick{} <<choice>>",
            "Idle --> pick{} : ask",
        ],
        foot: "@enduml",
        edited: (0, 12),
        asked: (7, 2),
    },
    Text {
        family: "activity",
        head: "@startuml\n|Shop|\nstart",
        block: [
            ":prepare order {};",
            "if (ready {}?) then (yes)",
            "  #LightYellow:pack **all** of {};",
            "else (no)",
            "  :wait {};",
            "endif",
            "while (more of {}?) is (yes)",
            "  :carry {};",
            "endwhile (no)",
            "note right : part {}",
        ],
        foot: "stop\n@enduml",
        edited: (0, 6),
        asked: (1, 2),
    },
    Text {
        family: "mindmap",
        head: "@startmindmap\n* root",
        block: [
            "** branch {}",
            "*** first of {}",
            "**** **bold** leaf {}",
            "***_ plain leaf",
            "***[#LightYellow] coloured {}",
            "*** second of {}",
            "**** leaf one",
            "**** leaf two",
            "**** leaf three",
            "**** leaf four",
        ],
        foot: "@endmindmap",
        edited: (0, 6),
        asked: (1, 6),
    },
    Text {
        family: "wbs",
        head: "@startwbs\n* root",
        block: [
            "** package {}",
            "*** first of {}",
            "**** **bold** work {}",
            "***_ plain work",
            "***[#LightYellow] coloured {}",
            "*** second of {}",
            "**** work one",
            "**** work two",
            "**** work three",
            "**** work four",
        ],
        foot: "@endwbs",
        edited: (0, 6),
        asked: (1, 6),
    },
    Text {
        family: "gantt",
        head: "@startgantt\nProject starts 2027-01-04\nsaturday are closed\n[Begin] requires 1 day",
        block: [
            "[Design {}] as [D{}] requires 3 days",
            "[D{}] starts at [Begin]'s end",
            "[Build {}] as [B{}] requires 4 days",
            "[B{}] starts at [D{}]'s end",
            "[B{}] is colored in LightYellow",
            "[B{}] is 40% complete",
            "[Test {}] as [T{}] requires 2 days",
            "[T{}] starts at [B{}]'s end",
            "[Done {}] happens at [T{}]'s end",
            "-- part {} --",
        ],
        foot: "@endgantt",
        edited: (9, 5),
        asked: (3, 2),
    },
    Text {
        family: "timing",
        head: "@startuml\nrobust \"Web browser\" as web\nconcise Cache\nweb is Idle\nCache is Empty",
        block: [
            "@+5",
            "web is Busy",
            "web -> Cache : ask {}",
            "@+5",
            "Cache is \"Full of {}\"",
            "@+5",
            "Cache -> web : answer {}",
            "web is Idle",
            "@+5",
            "Cache is Empty",
        ],
        foot: "@enduml",
        edited: (2, 17),
        asked: (2, 1),
    },
    Text {
        family: "json",
        head: "@startjson\n{",
        block: [
            "\"order{}\": {",
            "  \"id\": {},",
            "  \"state\": \"sent\",",
            "  \"lines\": [",
            "    \"pen {}\",",
            "    \"ink\",",
            "    null",
            "  ],",
            "  \"paid\": true",
            "},",
        ],
        foot: "\"end\": null\n}\n@endjson",
        edited: (4, 6),
        asked: (2, 4),
    },
    Text {
        family: "yaml",
        head: "@startyaml\nfirst: order",
        block: [
            "order{}:",
            "  id: {}",
            "  state: sent",
            "  lines:",
            "    - pen {}",
            "    - ink",
            "    - paper",
            "  paid: true",
            "  buyer:",
            "    name: Alice {}",
        ],
        foot: "@endyaml",
        edited: (4, 8),
        asked: (2, 4),
    },
];
