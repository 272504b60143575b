#!/bin/sh
# Checks the diagrams in the given files (.puml, .plantuml, .iuml, .pu, or Markdown with puml blocks).
#   validate-output.sh FILE...
# Exit status: 0 all valid, 1 something is not, 2 the compiler was not found or nothing was given.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: validate-output.sh FILE..." >&2
    exit 2
fi

# The pack's own program wins over another one of that name on the path.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for puml in "${CLAUDE_PLUGIN_ROOT:-$here/../../..}/bin/puml" "$here/../../../bin/puml" puml; do
    if command -v "$puml" >/dev/null 2>&1; then
        exec "$puml" check "$@"
    fi
done
echo "not validated: the puml program was not found" >&2
exit 2
