"""A Scoop manifest: the Windows archive by its digest, and a shim for each name of the program."""

import json

from . import HOME, LINKS, SUMMARY, version


def write(found, out):
    """Writes the manifest; gives its path, or nothing for a release without Windows."""
    builds = [it for it in found if it.platform.target == "x86_64-pc-windows-msvc"]
    if not builds:
        return None
    archive = builds[0].archive.name
    address = f"{HOME}/releases/download/v{{}}/{{}}"
    manifest = {
        "version": version(),
        "description": SUMMARY,
        "homepage": HOME,
        "license": "MIT|Apache-2.0",
        "architecture": {"64bit": {"url": address.format(version(), archive), "hash": builds[0].sha256}},
        "extract_dir": archive.removesuffix(".zip"),
        "bin": ["straightedge.exe", *([["straightedge.exe", it, it] for it in LINKS])],
        "checkver": {"github": HOME},
        "autoupdate": {
            "architecture": {"64bit": {"url": address.format("$version", archive.replace(version(), "$version"))}},
            "extract_dir": archive.removesuffix(".zip").replace(version(), "$version"),
            "hash": {"url": "$baseurl/SHA256SUMS"},
        },
    }
    file = out / "straightedge.json"
    file.write_text(json.dumps(manifest, indent=4) + "\n")
    return file
