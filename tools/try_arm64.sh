#!/bin/sh
# Runs the package's program on an emulated 64-bit ARM, as on a Raspberry Pi, by hand: it takes several minutes.
#   tools/try_arm64.sh trixie|bookworm [FOLDER]
# It needs qemu-user-static, apt and dpkg-deb, and a network for the system's packages and the published arm64 wheels.
# Nothing is installed on this machine: Debian's arm64 packages are extracted, not configured, into FOLDER.
# Raspberry Pi's own packages (picamera2, libcamera) are not in it: this proves the rest.
set -eu
release=$1
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${2:-$(mktemp -d)}
root=$folder/$release
case $release in
    bookworm) python=3.11 ;;
    trixie) python=3.13 ;;
    *) echo "trixie or bookworm" >&2 && exit 2 ;;
esac

fetch_system() {
    apt=$folder/apt-$release
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/etc/trusted" "$root"
    : >"$apt/status"
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -v '^#' | grep -oE 'https?://[^ ]+' | head -n 1)
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" \
        >"$apt/etc/sources.list"
    set -- -q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$apt" \
        -o Dir::State::status="$apt/status" -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
        -o Dir::Cache::archives="$apt/archives" -o Dir::Etc::sourcelist="$apt/etc/sources.list" \
        -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=root
    apt-get "$@" update
    apt-get "$@" install --yes --download-only --no-install-recommends \
        "python$python" libasound2-data libdrm2 libegl1 libgbm1 libgles2 libudev1 libstdc++6
    for package in "$apt"/archives/*.deb; do
        dpkg-deb --extract "$package" "$root"
    done
    [ -e "$root/lib" ] || ln -s usr/lib "$root/lib"
}

add_program() {
    "$here/.venv/bin/python" "$here/tools/deb.py" --architecture arm64 --python "$python" --compression none --out "$folder"
    dpkg-deb --extract "$folder"/table-companion_*_arm64.deb "$root"
}

run() {
    program=$root/usr/lib/table-companion
    PYTHONPATH=$program/app:$program/python$python PYTHONDONTWRITEBYTECODE=1 SDL_VIDEODRIVER=dummy LANGUAGE=en \
        HOME=$folder XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config \
        qemu-aarch64-static -L "$root" "$root/usr/bin/python$python" "$@"
}

[ -e "$root/usr/bin/python$python" ] || fetch_system
add_program
echo "== imports"
run -P -c 'import platform, cv2, numpy, pygame, gpiozero; print(platform.machine(), cv2.__version__, numpy.__version__)'
echo "== judge"
run -P -m companion judge "$here/tests/records/ascent-two.jsonl" | tail -1
echo "== doctor"
run -P -m companion doctor || true
echo "== the first screen"
run -P -c '
import sys
import pygame
from companion.locale import load_locale
from companion.screens.navigator import Navigator
from companion.screens.view import View
pygame.display.init()
screen, navigator = pygame.Surface((800, 480)), Navigator()
navigator.show(View(load_locale("en")))
navigator.draw(screen, 0.0)
pygame.image.save(screen, sys.argv[1])
' "$folder/welcome.png"
ls -l "$folder/welcome.png"
echo "== read"
run -P -m companion read "$here/docs/pictures/table.jpg" --game ascent --deck practice >"$folder/read-arm64.txt"
"$here/.venv/bin/python" -m companion read "$here/docs/pictures/table.jpg" --game ascent --deck practice >"$folder/read-here.txt"
diff "$folder/read-arm64.txt" "$folder/read-here.txt" && echo "the same cards as here"
