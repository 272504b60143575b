"""The requests that the PlantUML extension of VS Code makes of a server: python3 vscode_requests.py URL.

Its preview asks for the picture of each page by GET until one fails, reads the image map for links, and posts the text
when the address would be too long. Errors are taken from the header fields."""

import sys
import urllib.error
import urllib.request
import zlib

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def coded(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    data += b"\0" * (-len(data) % 3)
    out = ""
    for at in range(0, len(data), 3):
        number = int.from_bytes(data[at : at + 3], "big")
        out += "".join(ALPHABET[number >> shift & 63] for shift in (18, 12, 6, 0))
    return out


def asked(path, body=None):
    headers = {"Content-Type": "text/plain"} if body else {}
    request = urllib.request.Request(sys.argv[1] + path, body and body.encode(), headers)
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


TEXT = "@startuml\nAlice -> Bob : [[https://example.org hello]]\nnewpage\nBob -> Alice : hi\n@enduml\n"
for prefix in ["", "/plantuml"]:
    for page in [0, 1]:
        status, headers, svg = asked(f"{prefix}/svg/{page}/{coded(TEXT)}")
        assert status == 200 and svg.startswith(b"<svg"), (status, svg[:80])
        assert headers["X-PlantUML-Diagram-Description"] == "(2 participants)", headers
        assert asked(f"{prefix}/svg/{page}", TEXT)[2] == svg, "a posted text is the same picture"
    assert asked(f"{prefix}/svg/2/{coded(TEXT)}")[0] == 400
    status, _, image_map = asked(f"{prefix}/map/0/{coded(TEXT)}")
    assert status == 200 and b"https://example.org" in image_map, image_map
    status, headers, png = asked(f"{prefix}/png/{coded('alt x')}")
    assert status == 400 and png.startswith(b"\x89PNG"), status
    assert headers["X-PlantUML-Diagram-Error"] and headers["X-PlantUML-Diagram-Error-Line"], headers
print("the requests of the VS Code extension are answered")
