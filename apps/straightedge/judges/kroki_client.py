"""The unmodified mkdocs-kroki-plugin builds a site with our server: python3 kroki_client.py URL."""

import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

PAGE = """# Diagrams

```kroki-mermaid
flowchart LR
  a[Start] --> b[End]
```

```kroki-plantuml
@startuml
Alice -> Bob : hello
@enduml
```
"""

# A notice of its makers counts as a warning otherwise.
environment = {**os.environ, "DISABLE_MKDOCS_2_WARNING": "true"}
for method in ["GET", "POST"]:
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        (site / "docs").mkdir()
        (site / "docs/index.md").write_text(PAGE)
        plugin = f"plugins:\n  - kroki:\n      server_url: {sys.argv[1]}\n      http_method: {method}\n"
        (site / "mkdocs.yml").write_text(f"site_name: judged\n{plugin}")
        build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
        subprocess.run(build, cwd=site, env=environment, check=True)
        html = (site / "site/index.html").read_text()
        assert "Alice" in html or "kroki-generated" in html or "/plantuml/svg/" in html, html
        pictures = list((site / "site").glob("kroki-generated-*.svg"))
        if method == "POST":
            assert len(pictures) == 2 and all(it.read_bytes().startswith(b"<svg") for it in pictures), pictures
        else:
            addresses = [part.split('"')[0] for part in html.split('="') if part.startswith(sys.argv[1])]
            assert len(addresses) >= 2, html
            for address in addresses:
                with urllib.request.urlopen(address) as reply:
                    assert reply.read().startswith(b"<svg"), address
print("mkdocs-kroki-plugin is content")
