"""The unmodified mkdocs_puml plugin draws diagrams with our server: python3 mkdocs_puml_client.py URL."""

import sys

from mkdocs_puml.config import ThemeConfig
from mkdocs_puml.puml import Fallback, PlantUML
from mkdocs_puml.theme import Theme

GOOD = "@startuml\nAlice -> Bob : hello\nBob --> Alice : hi\n@enduml"
BAD = "@startuml\nalt never closed\n@enduml"

theme = Theme(ThemeConfig.url.default)
light, dark = (theme.include(it.default, GOOD) for it in (ThemeConfig.light, ThemeConfig.dark))

for server in [sys.argv[1], f"{sys.argv[1]}/plantuml"]:
    good, bad = PlantUML(server).translate([GOOD, BAD])
    # The plugin lets the picture fill its column, which it does by the attributes of the root.
    assert isinstance(good, str) and good.startswith("<svg") and "Alice" in good, good
    assert isinstance(bad, Fallback) and bad.status_code == 400, bad
    # The themes that the plugin includes in every diagram are answered with ours.
    day, night = PlantUML(server).translate([light, dark])
    assert isinstance(day, str) and isinstance(night, str) and day != night, (day, night)
print("mkdocs_puml is content")
