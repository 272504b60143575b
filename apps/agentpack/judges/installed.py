"""The hosts that judge a deployment: those of the pack, and the others that come from a registry."""

from hosts import FOLDER, HOSTS, Hosts, Unavailable, install, native, node, once, script

MORE = [
    "opencode-ai@1.18.33",
    "@qwen-code/qwen-code@0.24.4",
    "cline@3.0.65",
    "@aaif/goose@0.20.1",
    "@ampcode/cli@0.0.1790142911-g7618fb",
]


class Installed(Hosts):
    """All hosts, as commands."""

    def __init__(self):
        super().__init__()
        node_binary = node()
        npm = node_binary.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        run_npm = [node_binary, npm] if npm.exists() else ["npm"]
        folder = FOLDER / "more"
        # The hosts bring native programs as packages; their install scripts are not needed.
        command = [*run_npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, *MORE]
        modules = once(folder, MORE, lambda: install(command, cwd=folder)) / "node_modules"
        self.opencode = [first(modules, "opencode-linux*/bin/opencode", "opencode-darwin*/bin/opencode")]
        self.qwen = [node_binary, script(modules, "@qwen-code/qwen-code")]
        self.cline = [native(modules, "@cline", "cline")]
        self.goose = [first(modules, "@aaif/goose-binary-*/bin/goose")]
        self.amp = [native(modules, "@ampcode", "amp")]
        self.copilot = [native(FOLDER / "npm" / "node_modules", "@github", "copilot")]


def first(modules, *patterns):
    """The first program that a pattern finds; of several for one platform any will do."""
    found = sorted(it for pattern in patterns for it in modules.glob(pattern))
    if not found:
        raise Unavailable(f"no program under {modules} fits {', '.join(patterns)}")
    # A build for every processor comes after the one for newer processors by its name.
    return found[-1]


__all__ = ["HOSTS", "Installed"]
