/**
 * Programs that engines use where they are installed, and that tests compare with: Debian's
 * package, a file of it.
 */
export const PROGRAMS = {
  bubblewrap: '/usr/bin/bwrap',
  'libreoffice-writer-nogui': '/usr/lib/libreoffice/program/libswlo.so',
  'libreoffice-calc-nogui': '/usr/lib/libreoffice/program/libsclo.so',
  'libreoffice-impress-nogui': '/usr/lib/libreoffice/program/libsdlo.so',
  ffmpeg: '/usr/bin/ffmpeg',
  'fontforge-nox': '/usr/bin/fontforge',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'assimp-utils': '/usr/bin/assimp',
  pandoc: '/usr/bin/pandoc',
  'libheif-examples': '/usr/bin/heif-enc',
  'poppler-utils': '/usr/bin/pdftotext',
  qpdf: '/usr/bin/qpdf',
  fontconfig: '/usr/bin/fc-scan',
  '7zip': '/usr/bin/7zz',
  'libarchive-tools': '/usr/bin/bsdtar',
  sqlite3: '/usr/bin/sqlite3',
  'python3-yaml': '/usr/lib/python3/dist-packages/yaml/__init__.py',
  'libemail-outlook-message-perl': '/usr/bin/msgconvert',
  // It does not start without this one.
  'libemail-address-perl': '/usr/share/perl5/Email/Address.pm',
  'libmobi-tools': '/usr/bin/mobitool',
  tnef: '/usr/bin/tnef',
  // Whose examples in `deploy` are tested.
  'nginx-light': '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  // The database of the cluster's tests, and a pooler in front of it.
  postgresql: '/usr/bin/pg_ctlcluster',
  pgbouncer: '/usr/sbin/pgbouncer',
  epubcheck: '/usr/bin/epubcheck',
  python3: '/usr/bin/python3',
  // Sets the clock of the soak ahead.
  libfaketime: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`,
}
