"""The unmodified plantuml-markdown extension draws a page's fences with our server: python3 plantuml_markdown_client.py URL."""

import sys

import markdown

PAGE = """
```plantuml format="{format}" alt="greeting" {more}
@startuml
Alice -> Bob : hello
@enduml
```
"""

for server in [sys.argv[1], f"{sys.argv[1]}/plantuml"]:
    for method in ["GET", "POST"]:
        options = {"plantuml_markdown": {"server": f"{server}/", "http_method": method, "fallback_to_get": False}}
        for form, more, wanted in [
            ("svg_inline", "", "<svg"),
            # The extension takes the style that PlantUML writes on the root apart.
            ("svg_inline", 'width="300px"', "max-width:300px"),
            ("png", "", "data:image/png;base64,"),
            ("txt", "", "Alice"),
        ]:
            page = PAGE.format(format=form, more=more)
            html = markdown.markdown(page, extensions=["plantuml_markdown"], extension_configs=options)
            assert wanted in html, f"{method} {form}: {html[:300]}"
            assert "color: red" not in html, html[:300]
print("plantuml-markdown is content")
