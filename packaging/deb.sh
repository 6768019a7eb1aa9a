#!/bin/sh
# Builds the package for Debian from a folder with the program and all that it needs but Python: deb.sh SITE OUT.
# It is for the Python that runs this, $PYTHON; all times are SOURCE_DATE_EPOCH, so that a build can be repeated.
set -eu
umask 022
site=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

python=$(command -v "${PYTHON:-python3}")
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')
version=$("$python" -I -c 'import importlib.metadata as m, sys; sys.path[:] = sys.argv[1:]; print(m.version("chwech"))' "$site")
# What is before a release sorts before it.
debian=$(echo "$version" | sed -E 's/^([0-9.]*[0-9])\.?(dev|rc|a|b)/\1~\2/')
arch=$(dpkg --print-architecture)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
home=$root/usr/lib/chwech lib=$root/usr/lib/chwech/lib/python3.$minor/site-packages doc=$root/usr/share/doc/chwech
mkdir -p "$root/DEBIAN" "$home/bin" "$home/lib/python3.$minor" "$root/usr/bin" "$root/usr/lib/systemd/system" "$doc" \
  "$root/usr/share/man/man1" "$root/usr/share/lintian/overrides"

# An environment of its own, with the Python of the system.
cp -R "$site" "$lib"
printf 'home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.%s\n' "$minor" >"$home/pyvenv.cfg"
ln -s "../../../bin/python3.$minor" "$home/bin/python3"
printf '#!/usr/lib/chwech/bin/python3 -P\nimport sys\n\nfrom chwech import main\n\nsys.exit(main())\n' >"$home/bin/chwech"
chmod 755 "$home/bin/chwech"
ln -s ../lib/chwech/bin/chwech "$root/usr/bin/chwech"
# The installation compiles what there is.
find "$lib" -name __pycache__ -prune -exec rm -rf {} +
find "$lib" -name '*.so*' -exec chmod 644 {} +

pages=$root/pages
"$python" -m tools.command_pages "$pages"
gzip -9n <"$pages/chwech.1" >"$root/usr/share/man/man1/chwech.1.gz"
install -Dm644 "$pages/chwech.bash" "$root/usr/share/bash-completion/completions/chwech"
install -Dm644 "$pages/_chwech" "$root/usr/share/zsh/vendor-completions/_chwech"
install -Dm644 "$pages/chwech.fish" "$root/usr/share/fish/vendor_completions.d/chwech.fish"
rm -r "$pages"

cp packaging/systemd/* "$root/usr/lib/systemd/system/"
cp -R README.md docs "$doc/"
find "$doc" -name '*.svg' -delete
{ printf 'chwech, from the source beside it\n\n'; cat LICENSE
  printf '\nThe libraries in /usr/lib/chwech have their licences in the folders *.dist-info.\n'; } >"$doc/copyright"
gzip -9n <CHANGELOG.md >"$doc/NEWS.gz"
printf 'chwech (%s) stable; urgency=medium\n\n  * Version %s: see NEWS.gz.\n\n -- The Chwech authors <authors@chwech.example>  %s\n' \
  "$debian" "$version" "$(date -uR -d "@${SOURCE_DATE_EPOCH:-0}")" | gzip -9n >"$doc/changelog.gz"
cp packaging/lintian "$root/usr/share/lintian/overrides/chwech"

cp packaging/debian/* "$root/DEBIAN/"
chmod 755 "$root"/DEBIAN/*
cat >"$root/DEBIAN/control" <<END
Package: chwech
Version: $debian
Architecture: $arch
Maintainer: The Chwech authors <authors@chwech.example>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: python3 (>= 3.$minor), python3 (<< 3.$((minor + 1))~), libc6 (>= 2.28), libgcc-s1, libstdc++6, zlib1g, adduser
Suggests: openssh-client, sqlite3
Section: net
Priority: optional
Description: card game that multiplies by nine, for the terminal
 Chwech is a card game for four to seven, played with bots or over the network.
 The package brings a server that starts with the machine; people come by ssh.
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/md5sums"
chmod -R go+rX,go-w "$root"
# The fastest level: most of it is machine code, which the others hardly make smaller.
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/chwech_${debian}_$arch.deb" >/dev/null
