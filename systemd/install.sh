#!/bin/sh
# Puts the table companion on a Raspberry Pi (Raspberry Pi OS Bookworm or Trixie, Lite or desktop).
#
#   sudo systemd/install.sh [install]    packages, environment, user, service; started on the screen at boot
#   sudo systemd/install.sh upgrade      the same again with the files beside this script
#   sudo systemd/install.sh remove       takes it all away; games, decks and config stay (--purge: they go too);
#                                        uninstall does the same
#
#   --dry-run   only say what would be done
#
# It can be run again at any time. ROOT=/somewhere puts the files there instead (for tests and images).
set -eu
umask 022

NAME=table-companion
SERVICE=companion.service
ACCOUNT=companion
GROUPS_NEEDED="video render input gpio audio"
PACKAGES="python3 python3-venv libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri libudev1"
PI_PACKAGES="python3-picamera2 python3-lgpio"
PARTS="assets companion docs hardware vision run.py pyproject.toml README.md README.fr.md LICENSE"

ROOT=${ROOT:-}
OPT=$ROOT/opt/$NAME
ETC=$ROOT/etc/$NAME
STATE=$ROOT/var/lib/$NAME
UNIT=$ROOT/etc/systemd/system/$SERVICE
COMMAND=$ROOT/usr/local/bin/companion
BOOT_TARGET=$STATE/boot-target-before
SOURCE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

dry=no
purge=no
what=install

main() {
    for word in "$@"; do
        case $word in
            install | upgrade | remove) what=$word ;;
            uninstall) what=remove ;;
            --dry-run) dry=yes ;;
            --purge) purge=yes ;;
            -h | --help) usage && return 0 ;;
            *) fail "unknown word: $word (install, upgrade, remove, --dry-run, --purge)" ;;
        esac
    done
    if [ "$dry" = no ] && [ "$(id -u)" -ne 0 ]; then
        fail "this needs root: sudo $0 $what"
    fi
    case $what in
        install) put_in_place ;;
        upgrade)
            [ -d "$OPT" ] || fail "it is not installed yet: sudo $0 install"
            put_in_place
            ;;
        remove) take_away ;;
    esac
}

usage() {
    sed -n '2,12s/^# \{0,1\}//p' "$0"
}

put_in_place() {
    look_at_system
    add_packages
    add_account
    copy_program
    make_environment
    make_config
    add_command
    add_service
    if [ "$dry" = yes ]; then
        say "Nothing was changed: that is what it would do."
        return
    fi
    say "Done. To see what is connected, while the service rests:"
    say "  sudo systemctl stop companion; companion doctor; sudo systemctl start companion"
}

look_at_system() {
    codename=$(sed -n 's/^VERSION_CODENAME=//p' "$ROOT/etc/os-release" 2>/dev/null || true)
    case $codename in
        bookworm | trixie) ;;
        *) say "Note: made for Raspberry Pi OS Bookworm and Trixie; this is ${codename:-something else}." ;;
    esac
}

add_packages() {
    say "Packages"
    run apt-get update -q
    wanted=$PACKAGES
    for package in $PI_PACKAGES; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            wanted="$wanted $package"
        else
            say "Note: no package $package here; the part that needs it will be missing."
        fi
    done
    # shellcheck disable=SC2086  # a list of words
    run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $wanted
}

add_account() {
    say "Account $ACCOUNT"
    if ! getent passwd "$ACCOUNT" >/dev/null; then
        run useradd --system --user-group --home-dir "/var/lib/$NAME" --no-create-home \
            --shell /usr/sbin/nologin --comment "Table companion" "$ACCOUNT"
    fi
    for group in $GROUPS_NEEDED; do
        if getent group "$group" >/dev/null; then
            run usermod --append --groups "$group" "$ACCOUNT"
        else
            # The unit names the group, and systemd refuses to start a service in a group that is not there.
            run groupadd --system "$group"
            run usermod --append --groups "$group" "$ACCOUNT"
        fi
    done
}

# The code belongs to root: the service can read it and not change it.
copy_program() {
    say "Program in $OPT"
    if [ "$SOURCE" = "$OPT" ]; then
        return
    fi
    run rm -rf "$OPT.new"
    run mkdir -p "$OPT.new/systemd"
    for part in $PARTS; do
        if [ -e "$SOURCE/$part" ]; then
            run cp -R "$SOURCE/$part" "$OPT.new/"
        fi
    done
    run cp "$SOURCE/systemd/$SERVICE" "$SOURCE/systemd/install.sh" "$OPT.new/systemd/"
    if [ -d "$OPT/.venv" ]; then
        run mv "$OPT/.venv" "$OPT.new/.venv"
    fi
    run rm -rf "$OPT"
    run mv "$OPT.new" "$OPT"
    run chown -R root:root "$OPT"
    run chmod -R go-w "$OPT"
}

# run.py makes the environment, with the system's packages in it where there is a camera, or mends an old one.
make_environment() {
    say "Environment (a few minutes the first time)"
    run "$OPT/run.py" --version
    run "$OPT/.venv/bin/python" -m compileall -q "$OPT/assets" "$OPT/companion" "$OPT/hardware" "$OPT/storage" "$OPT/vision"
}

make_config() {
    say "Config in $ETC/config.toml, games in $STATE"
    run install -d -o "$ACCOUNT" -g "$ACCOUNT" -m 0755 "$ETC"
    run install -d -o "$ACCOUNT" -g "$ACCOUNT" -m 0750 "$STATE"
    if [ ! -e "$ETC/config.toml" ]; then
        run runuser -u "$ACCOUNT" -- "$OPT/.venv/bin/python" -m companion doctor --make-config --config "$ETC/config.toml"
    fi
}

# The installed companion on the command line sees what the service sees: its config, games and decks.
add_command() {
    say "Command $COMMAND"
    run mkdir -p "$(dirname "$COMMAND")"
    write "#!/bin/sh
# The table companion as its service sees it: the same account, config, games and decks.
exec sudo -u $ACCOUNT env HOME=/var/lib/$NAME XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/etc \\
    LANG=\"\${LANG:-}\" /opt/$NAME/.venv/bin/python -P -m companion \"\$@\"" "$COMMAND"
    run chmod 0755 "$COMMAND"
}

add_service() {
    say "Service $SERVICE"
    run install -D -m 0644 "$SOURCE/systemd/$SERVICE" "$UNIT"
    run systemctl daemon-reload
    # A desktop would hold the screen: from the next boot on there is none.
    before=$(systemctl get-default 2>/dev/null || echo multi-user.target)
    if [ "$before" = graphical.target ]; then
        if [ ! -e "$BOOT_TARGET" ]; then
            write "$before" "$BOOT_TARGET"
        fi
        run systemctl set-default multi-user.target
    fi
    run systemctl disable getty@tty1.service
    run systemctl enable "$SERVICE"
    if systemctl is-active --quiet display-manager.service; then
        say "A desktop is on the screen now: restart the Pi to see the companion (sudo reboot)."
    else
        run systemctl restart "$SERVICE"
    fi
}

take_away() {
    if [ ! -e "$UNIT" ] && [ ! -e "$OPT" ] && [ ! -e "$ETC" ] && [ ! -e "$STATE" ]; then
        say "The table companion is not installed: there is nothing to remove."
        return
    fi
    say "Removing the table companion"
    if [ -e "$UNIT" ]; then
        run systemctl disable --now "$SERVICE"
        run rm -f "$UNIT"
        run systemctl daemon-reload
        run systemctl enable getty@tty1.service
    fi
    if [ -e "$BOOT_TARGET" ]; then
        run systemctl set-default "$(cat "$BOOT_TARGET")"
        run rm -f "$BOOT_TARGET"
    fi
    run rm -rf "$OPT" "$OPT.new" "$COMMAND"
    if [ "$purge" = yes ]; then
        run rm -rf "$ETC" "$STATE"
        if getent passwd "$ACCOUNT" >/dev/null; then
            run userdel "$ACCOUNT"
        fi
        say "Removed, with config, games and decks."
    else
        say "Kept: $ETC and $STATE (config, games, decks). --purge removes them and the account $ACCOUNT too."
    fi
}

run() {
    echo "+ $*"
    if [ "$dry" = no ]; then
        "$@"
    fi
}

write() {
    echo "+ write $2"
    if [ "$dry" = no ]; then
        echo "$1" >"$2"
    fi
}

say() {
    echo "== $*"
}

fail() {
    echo "install.sh: $*" >&2
    exit 2
}

main "$@"
