"""A Homebrew formula: the archive of each platform by its digest."""

from . import HOME, LINKS, SUMMARY, version

SYSTEMS = {
    "aarch64-apple-darwin": ("macos", "arm"),
    "x86_64-apple-darwin": ("macos", "intel"),
    "aarch64-unknown-linux-musl": ("linux", "arm"),
    "x86_64-unknown-linux-musl": ("linux", "intel"),
    "x86_64-unknown-linux-gnu": ("linux", "intel"),
}


def write(found, out):
    """Writes the formula; gives its path, or nothing for a release without a platform that Homebrew serves."""
    places = {}
    for build in found:
        if place := SYSTEMS.get(build.platform.target):
            places.setdefault(place, build)
    if not places:
        return None
    lines = ["class Straightedge < Formula", f'  desc "{SUMMARY.split(",")[0]}"', f'  homepage "{HOME}"', f'  version "{version()}"', '  license any_of: ["MIT", "Apache-2.0"]', ""]
    for system in sorted({it[0] for it in places}):
        lines.append(f"  on_{system} do")
        for processor in sorted(it[1] for it in places if it[0] == system):
            build = places[system, processor]
            url = f"{HOME}/releases/download/v{version()}/{build.archive.name}"
            lines += [f"    on_{processor} do", f'      url "{url}"', f'      sha256 "{build.sha256}"', "    end"]
        lines += ["  end", ""]
    names = ", ".join(f'"{it}"' for it in LINKS)
    lines += [
        "  def install",
        '    bin.install "straightedge"',
        f"    [{names}].each {{ |name| bin.install_symlink \"straightedge\" => name }}",
        '    system bin/"straightedge", "extras", buildpath/"share"',
        '    man1.install Dir["share/man/man1/*.1"]',
        '    bash_completion.install Dir["share/bash-completion/completions/*"]',
        '    zsh_completion.install Dir["share/zsh/vendor-completions/*"]',
        '    fish_completion.install Dir["share/fish/vendor_completions.d/*"]',
        "  end",
        "",
        "  test do",
        '    (testpath/"a.puml").write "@startuml\\nA -> B\\n@enduml\\n"',
        '    system bin/"puml", "check", "a.puml"',
        "  end",
        "end",
        "",
    ]
    file = out / "straightedge.rb"
    file.write_text("\n".join(lines))
    return file
