#!/bin/sh
# Puts this bundle into the menu of the current user, or takes it out again; needs no administrator.
# Usage: install.sh [--remove]      The folder must stay where it is.
set -eu

bundle=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/permdesk.desktop
icon=$share/icons/hicolor/scalable/apps/permdesk.svg
metainfo=$share/metainfo/org.permdesk.PermDesk.metainfo.xml
command=$HOME/.local/bin/permdesk

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$icon" "$metainfo" "$command"
    echo "PermDesk is out of the menu. The folder $bundle can be deleted now."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$metainfo")" "$(dirname "$command")"
sed "s|^Exec=permdesk-window|Exec=\"$bundle/permdesk-window\"|" "$bundle/share/permdesk.desktop" >"$entry"
cp "$bundle/_internal/resources/icons/permdesk.svg" "$icon"
cp "$bundle/share/org.permdesk.PermDesk.metainfo.xml" "$metainfo"
ln -sf "$bundle/permdesk" "$command"
echo "PermDesk is in the menu, and as the command permdesk in $(dirname "$command")."
