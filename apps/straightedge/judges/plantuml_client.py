"""An unmodified PlantUML client fetches pictures from our server: python3 plantuml_client.py URL."""

import sys

from plantuml import PlantUML, PlantUMLHTTPError

SOURCE = "@startuml\nAlice -> Bob : hello\nBob --> Alice : hi\n@enduml\n"

address = sys.argv[1]
for prefix in ["", "/plantuml"]:
    svg = PlantUML(url=f"{address}{prefix}/svg/").processes(SOURCE)
    assert svg.startswith(b"<svg") and b"Alice" in svg, svg[:80]
    png = PlantUML(url=f"{address}{prefix}/png/").processes(SOURCE)
    assert png.startswith(b"\x89PNG"), png[:8]
try:
    PlantUML(url=f"{address}/svg/").processes("@startuml\nalt\n  end end\nend\nend\n@enduml\n")
    raise SystemExit("a wrong diagram was accepted")
except PlantUMLHTTPError as error:
    assert error.response.status == 400, error.response
    assert error.response["x-plantuml-diagram-error-line"], error.response
print("the PyPI client got its pictures")
