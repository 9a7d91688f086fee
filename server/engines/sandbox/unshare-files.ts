import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  COMPILE_CACHE,
  ownFolders,
  programSettings,
  readableFiles,
  systemFolders,
  temporaryFolder,
  writableProc,
} from './child-view.ts'
import type { ChildPlace } from './sandbox.ts'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

/**
 * A command of util-linux alone that confines files as bubblewrap does: namespaces of its own for
 * users, mounts, network, processes and IPC, and in them a root that holds nothing but what the
 * child needs. `namespaces` are the flags of `unshare` that work on this machine. The program to
 * run follows.
 */
export function unshareFilesCommand(place: ChildPlace, namespaces: readonly string[]): string[] {
  return [
    // bubblewrap's --die-with-parent: `unshare` ends with the server, and everything inside with
    // `unshare`.
    ...['setpriv', '--pdeathsig', 'KILL', '--'],
    ...[
      'unshare',
      ...namespaces,
      '--mount',
      '--net',
      '--pid',
      '--ipc',
      '--uts',
      '--fork',
      '--kill-child',
      '--',
    ],
    ...['sh', '-c', setup(place), 'sh'],
  ]
}

/**
 * The script that builds the root, enters it, drops every privilege and runs the program that its
 * arguments name.
 */
function setup(place: ChildPlace): string {
  const root = join(place.folder, 'root')
  const inside = (path: string) => quote(join(root, path))
  const { read, write } = ownFolders(place)
  const cache = place.compileCache
  const system = systemFolders()
  const folders = system.flatMap(({ path, link }) => (link === null ? [path] : []))
  const shared = outermost(['/usr', ...folders, ...programSettings(place), ...readableFiles(place)])
  const readOnly = [
    ...shared.map((path) => ({ from: path, to: path })),
    ...read.map((name) => ({ from: join(place.folder, name), to: `/job/${name}` })),
    ...(cache?.writable === false ? [{ from: cache.folder, to: COMPILE_CACHE }] : []),
  ]
  const writable = [
    ...write.map((name) => ({ from: join(place.folder, name), to: `/job/${name}` })),
    ...(cache?.writable ? [{ from: cache.folder, to: COMPILE_CACHE }] : []),
  ]
  const targets = (isFile: boolean) => shared.filter((path) => statSync(path).isFile() === isFile)
  const temporary = temporaryFolder(place)
  const ownTmp = [
    `mkdir ${inside('/tmp')}`,
    `mount -n -t tmpfs -o mode=1777,nosuid,nodev,size=${place.limits.fileBytes} tmpfs ${inside('/tmp')}`,
  ]
  return [
    'set -e',
    // A mount point of its own or of the system may allow no programs, and a namespace cannot lift
    // that.
    'readonly_mount() { mount -n -o remount,bind,ro,nosuid,nodev "$1" 2>/dev/null || mount -n -o remount,bind,ro,nosuid,nodev,noexec "$1"; }',
    `mkdir -p ${quote(root)}`,
    `mount -n -t tmpfs -o mode=755,nosuid,nodev tmpfs ${quote(root)}`,
    ...(temporary === null ? ownTmp : []),
    `mkdir -p ${[
      ...targets(false),
      ...targets(true).map((path) => dirname(path)),
      ...['/proc', '/dev/shm', ...read.map((name) => `/job/${name}`), ...writable.map(({ to }) => to)],
      ...(cache ? [COMPILE_CACHE] : []),
    ]
      .map(inside)
      .join(' ')}`,
    ...[...targets(true), ...DEVICES.map((name) => `/dev/${name}`)].map((path) => `: > ${inside(path)}`),
    ...system.flatMap(({ path, link }) => (link === null ? [] : [`ln -s ${quote(link)} ${inside(path)}`])),
    ...(temporary ? [`ln -s ${quote(temporary)} ${inside('/tmp')}`] : []),
    `ln -s /proc/self/fd ${inside('/dev/fd')}`,
    ...DEVICES.map((name) => `mount -n --bind /dev/${name} ${inside(`/dev/${name}`)}`),
    ...readOnly.flatMap(({ from, to }) => [
      `mount -n --rbind ${quote(from)} ${inside(to)}`,
      ...[to, ...mountsBelow(from).map((below) => to + below)].map(
        (path) => `readonly_mount ${inside(path)}`,
      ),
    ]),
    ...writable.map(({ from, to }) => `mount -n --bind ${quote(from)} ${inside(to)}`),
    `mount -n -t proc -o nosuid,nodev,noexec proc ${inside('/proc')}`,
    ...writableProc().flatMap((path) => [
      `mount -n --bind ${inside(path)} ${inside(path)}`,
      `readonly_mount ${inside(path)}`,
    ]),
    `readonly_mount ${quote(root)}`,
    `cd ${quote(root)}`,
    'PATH=$PATH:/usr/sbin:/sbin pivot_root . .',
    'umount -n -l .',
    'cd /job',
    ...(cache ? [`export NODE_COMPILE_CACHE=${COMPILE_CACHE}`] : []),
    // The shell stays as process 1: a program in that place would not feel the signals of its
    // limits.
    'setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$@"',
  ].join('\n')
}

/** Without paths that lie below another one of them. */
const outermost = (paths: readonly string[]) =>
  [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))

/**
 * Mount points below a folder, relative to it: a bind mount takes them along, but not its own flags
 * to them.
 */
function mountsBelow(folder: string): string[] {
  const octal = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => octal(line.split(' ')[4] ?? ''))
    .filter((point) => point.startsWith(`${folder}/`))
    .map((point) => point.slice(folder.length))
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
