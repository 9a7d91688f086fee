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
 * A command of util-linux only that confines files like bubblewrap: new namespaces for users,
 * mounts, network, processes and IPC, with a root that holds only what the child needs.
 * `namespaces` are the working flags of `unshare`. The program to run follows.
 */
export function unshareFilesCommand(place: ChildPlace, namespaces: readonly string[]): string[] {
  return [
    // Equals bubblewrap's --die-with-parent: `unshare` ends with the server, and its content with
    // it.
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
 * The script that builds the root, enters it, drops all privileges and runs the program in its
 * arguments.
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
    // The mount point may be noexec, which a namespace can't lift.
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
    // The shell stays PID 1: the program as PID 1 would ignore the signals of its limits.
    'setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$@"',
  ].join('\n')
}

/** Removes paths below another path of the list. */
const outermost = (paths: readonly string[]) =>
  [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))

/**
 * Mount points below a folder, relative to it: a recursive bind mount doesn't apply its flags to
 * them.
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
