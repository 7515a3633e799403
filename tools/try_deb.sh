#!/bin/sh
# Installs, checks and removes a package in a root of its own, by hand: it needs root, dpkg and lintian.
#   tools/try_deb.sh table-companion_0.1.0_amd64.deb
set -eu
package=$(readlink -f "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/var/lib/dpkg" "$root/etc" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
dpkg="dpkg --root=$root --force-script-chrootless --force-depends"
# The stock accounts that sysusers adds ours beside.
cp /etc/passwd /etc/group /etc/shadow /etc/gshadow "$root/etc/" 2>/dev/null || true

echo "== lintian"
lintian --no-cfg --fail-on error,warning "$package"

echo "== install"
$dpkg --install "$package"
test -f "$root/etc/table-companion/config.toml"
grep -q '^companion:' "$root/etc/passwd"
test -L "$root/etc/systemd/system/multi-user.target.wants/companion.service"

echo "== run"
library=$("$root/usr/lib/table-companion/program" --version)
echo "$library"
"$root/usr/lib/table-companion/program" judge "$(dirname "$0")/../tests/records/ascent-two.jsonl" | tail -1

echo "== install again"
echo 'language = "fr"' >"$root/etc/table-companion/config.toml"
$dpkg --install "$package"
grep -q fr "$root/etc/table-companion/config.toml"

echo "== remove"
mkdir -p "$root/var/lib/table-companion/games"
$dpkg --remove table-companion
test -f "$root/etc/table-companion/config.toml"
test -d "$root/var/lib/table-companion/games"
test ! -e "$root/usr/lib/table-companion/program"
test ! -e "$root/etc/systemd/system/multi-user.target.wants/companion.service"

echo "== purge"
$dpkg --purge table-companion
test ! -e "$root/etc/table-companion"
test ! -e "$root/var/lib/table-companion"
echo "All of it worked."
