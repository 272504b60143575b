"""The turn that every host plays: a draft fails, its repair passes, the picture is drawn, the source is delivered."""

BROKEN = "@startuml\nparticpant A\nA -> B : hi\n@enduml\n"
REPAIRED = "@startuml\nparticipant A\nA -> B : hi\n@enduml\n"

# Tool calls without a host's prefix, then the final words.
TURN = [
    ("puml_check", {"source": BROKEN}),
    ("puml_check", {"source": REPAIRED}),
    ("puml_render_svg", {"source": REPAIRED}),
    f"It passed puml_check and is rendered.\n\n```puml\n{REPAIRED}```\n",
]

# The turn that looks: a picture of a file of the project, and every diagram of the project. Both need its root.
FILE = "flow.puml"
LOOK = [
    ("puml_view", {"path": FILE}),
    ("puml_project", {}),
    "I looked at flow.puml: nothing overlaps.",
]

# Arguments with which every tool must do its work.
CALLS = {
    "puml_parse": {"source": REPAIRED},
    "puml_check": {"source": REPAIRED},
    "puml_render_svg": {"source": REPAIRED},
    "puml_export": {"source": REPAIRED, "format": "png"},
    "puml_normalize": {"source": REPAIRED},
    "puml_apply_edit": {"source": REPAIRED, "edit": {"kind": "add_message", "args": {"from": "B", "to": "A", "text": "hello"}}},
    "puml_explain": {"source": REPAIRED},
    "puml_list_primitives": {},
    "puml_lint_readability": {"source": REPAIRED},
    "puml_view": {"source": REPAIRED},
    "puml_diff": {"before": REPAIRED, "after": REPAIRED.replace("hi", "ho")},
    "puml_convert": {"source": "sequenceDiagram\n  A->>B: hi\n"},
    "puml_dump_ast": {"source": REPAIRED},
    "puml_dump_model": {"source": REPAIRED},
    "puml_dump_scene": {"source": REPAIRED},
    "verify": {"code": "flowchart LR\n  A --> B\n"},
    "render": {"code": "flowchart LR\n  A --> B\n"},
    "svg": {"code": "flowchart LR\n  A --> B\n"},
    "encodePlantUML": {"plantumlCode": REPAIRED},
    "decodePlantUML": {"encoded": "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000"},
}
# Tools that need a folder, which this host does not give to a server of a plugin; they must say so.
NEED_A_ROOT = {"puml_render_file": {"source": REPAIRED, "output_path": "a.svg"}, "puml_project": {}}
