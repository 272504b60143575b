"""What Scoop and the Windows Package Manager ask of a manifest, as far as ours use it. Their own validators run on Windows only."""

import re

SHA256 = re.compile(r"[0-9a-fA-F]{64}")
ADDRESS = re.compile(r"https://\S+")


def scoop(manifest):
    """What is wrong with a manifest of Scoop: required fields, their types, nothing unknown."""
    known = {"version": str, "description": str, "homepage": str, "license": str, "architecture": dict, "extract_dir": str, "bin": list, "checkver": dict, "autoupdate": dict}
    wrong = [f"{it} is missing" for it in ("version", "homepage", "license") if it not in manifest]
    wrong += [f"{it} is unknown or of another type" for it, value in manifest.items() if not isinstance(value, known.get(it, ()))]
    for name, part in manifest["architecture"].items():
        if name not in ("32bit", "64bit", "arm64") or not ADDRESS.fullmatch(part["url"]) or not SHA256.fullmatch(part["hash"]):
            wrong.append(f"architecture {name}: an address and a digest belong there")
    for it in manifest["bin"]:
        if not (isinstance(it, str) or isinstance(it, list) and len(it) in (2, 3) and all(isinstance(word, str) for word in it)):
            wrong.append(f"bin: {it} is no program and no [program, alias, arguments]")
    return wrong


def winget(files):
    """What is wrong with a set of manifests: one of each kind, required fields, lengths and patterns of schema 1.6.0."""
    required = {
        "version": ["DefaultLocale"],
        "installer": ["Installers"],
        "defaultLocale": ["PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"],
    }
    wrong = [f"no manifest of the kind {it}" for it in required if it not in {file["ManifestType"] for file in files.values()}]
    for name, file in files.items():
        fields = ["PackageIdentifier", "PackageVersion", "ManifestVersion", *required[file["ManifestType"]]]
        wrong += [f"{name}: {it} is missing" for it in fields if not file.get(it)]
        if not re.fullmatch(r"[^\.\s\\/:\*\?\"<>\|]{1,32}(\.[^\.\s\\/:\*\?\"<>\|]{1,32}){1,7}", file["PackageIdentifier"]) or not name.startswith(file["PackageIdentifier"]):
            wrong.append(f"{name}: {file['PackageIdentifier']} does not fit")
        if file["ManifestVersion"] != "1.6.0":
            wrong.append(f"{name}: schema {file['ManifestVersion']}")
        if not 3 <= len(file.get("ShortDescription", "abc")) <= 256:
            wrong.append(f"{name}: the short description has 3 to 256 letters")
        for it in file.get("Installers", []):
            if it["Architecture"] not in ("x86", "x64", "arm", "arm64", "neutral") or not ADDRESS.fullmatch(it["InstallerUrl"]) or not SHA256.fullmatch(it["InstallerSha256"]):
                wrong.append(f"{name}: an installer has an architecture, an address and a digest")
    return wrong


def yaml(text):
    """The subset of YAML that the manifests are written in: plain fields, lists of texts, lists of maps with plain fields."""
    file, items = {}, None
    for line in text.splitlines():
        item, body = line.startswith(("- ", "  ")), line.removeprefix("- ").strip()
        if not item:
            name, _, value = line.partition(":")
            items = file[name] = [] if not value.strip() else value.strip()
        elif ": " not in body:
            items.append(body)
        else:
            name, value = body.split(": ", 1)
            if line.startswith("- "):
                items.append({})
            items[-1][name] = value
    return file
