"""Manifests for the Windows Package Manager: version, installer and English texts, schema 1.6.0."""

from . import HOME, SUMMARY, version

ID = "Straightedge.Straightedge"
SCHEMA = "1.6.0"


def write(found, out):
    """Writes the three manifests; gives their paths, none for a release without Windows."""
    builds = [it for it in found if it.platform.target == "x86_64-pc-windows-msvc"]
    if not builds:
        return []
    archive = builds[0].archive.name
    installer = f"""InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
- RelativeFilePath: {archive.removesuffix('.zip')}\\straightedge.exe
  PortableCommandAlias: straightedge
Installers:
- Architecture: x64
  InstallerUrl: {HOME}/releases/download/v{version()}/{archive}
  InstallerSha256: {builds[0].sha256.upper()}
"""
    texts = f"""PackageLocale: en-US
Publisher: Straightedge
PackageName: Straightedge
License: MIT OR Apache-2.0
ShortDescription: {SUMMARY}
PackageUrl: {HOME}
Moniker: straightedge
Tags:
- plantuml
- mermaid
- diagrams
"""
    parts = {"": ("version", "DefaultLocale: en-US\n"), ".installer": ("installer", installer), ".locale.en-US": ("defaultLocale", texts)}
    written = []
    for ending, (kind, body) in parts.items():
        file = out / f"{ID}{ending}.yaml"
        file.write_text(f"PackageIdentifier: {ID}\nPackageVersion: {version()}\n{body}ManifestType: {kind}\nManifestVersion: {SCHEMA}\n")
        written.append(file)
    return written
