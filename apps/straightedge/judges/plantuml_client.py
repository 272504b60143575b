"""An unmodified PlantUML client fetches pictures from our server: python3 plantuml_client.py URL."""

import sys

from plantuml import PlantUML

SOURCE = "@startuml\nAlice -> Bob : hello\nBob --> Alice : hi\n@enduml\n"

address = sys.argv[1]
for prefix in ["", "/plantuml"]:
    svg = PlantUML(url=f"{address}{prefix}/svg/").processes(SOURCE)
    assert svg.startswith(b"<svg") and b"Alice" in svg, svg[:80]
    png = PlantUML(url=f"{address}{prefix}/png/").processes(SOURCE)
    assert png.startswith(b"\x89PNG"), png[:8]
print("the PyPI client got its pictures")
