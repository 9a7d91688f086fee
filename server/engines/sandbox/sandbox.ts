import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineLog } from '../log.ts'
import { ENGINES_FOLDER, MODULES_FOLDER, PROJECT_FOLDER } from '../packages.ts'

export type SandboxKind = 'bwrap' | 'unshare' | 'none'

export interface Confinement {
  kind: SandboxKind
  /** Is the network out of reach? */
  network: boolean
  /** Is everything but the child's own folder and the programs out of reach, for native code too? */
  filesystem: boolean
  detail: string
}

export interface ChildPlace {
  /** The program to run: a TypeScript file that Node runs by type stripping. */
  program: string
  /** The child's own folder, with `in` (read-only to it where the sandbox can), `out` and `tmp`. */
  folder: string
  /** Further folders that it may read. */
  readable: readonly string[]
  /** Whether it runs programs of the system's. */
  spawns: boolean
  /** Whether it works in threads of its own. */
  threads: boolean
  /** Whether its folder also has `state`, which lasts as long as the child and is not emptied between jobs. */
  keeps: boolean
  limits: { dataBytes: number; fileBytes: number; cpuSeconds: number }
}

export interface Command {
  file: string
  args: string[]
  /** The folder to start in; inside bwrap it is named `/job`. */
  cwd: string
}

/** Wraps a child program into whatever keeps it in on this machine. */
export interface Sandbox extends Confinement {
  command(place: ChildPlace): Command
}

const DETAILS: Record<SandboxKind, string> = {
  bwrap: 'bubblewrap: no network, no files but the job’s own, no other processes, empty environment',
  unshare:
    'unshare: no network and no other processes; files are kept back by Node’s permissions only, which do not bind native code. Install bubblewrap',
  none: 'no sandbox: engines run with the server’s own rights to files and network. Install bubblewrap, and allow user namespaces',
}

/**
 * Finds the strongest confinement that works here, by trying each: an installed bwrap proves nothing, since a container
 * or a kernel setting may forbid what it needs. `scratch` is a folder that may be written; `allowed` is there for tests.
 */
export async function detectSandbox(
  scratch: string,
  log: EngineLog,
  allowed: readonly SandboxKind[] = ['bwrap', 'unshare', 'none'],
): Promise<Sandbox> {
  const limiter = findLimiter()
  for (const kind of ['bwrap', 'unshare', 'none'] as const) {
    if (!allowed.includes(kind)) continue
    for (const unshare of kind === 'unshare' ? [['--net'], ['--user', '--map-root-user', '--net']] : [[]]) {
      const sandbox = build(kind, limiter, unshare)
      if (kind !== 'none' && !(await works(sandbox, scratch))) continue
      const fields = { sandbox: kind, network: sandbox.network, filesystem: sandbox.filesystem, limiter }
      if (kind === 'bwrap') log.info(fields, `Engines are confined by ${sandbox.detail}.`)
      else log.warn(fields, `Engines are NOT fully confined: ${sandbox.detail}.`)
      return sandbox
    }
  }
  throw new Error('No allowed kind of sandbox works on this machine.')
}

function build(kind: SandboxKind, limiter: Limiter, unshare: string[]): Sandbox {
  return {
    kind,
    network: kind !== 'none',
    filesystem: kind === 'bwrap',
    detail: DETAILS[kind],
    command(place) {
      const inner =
        kind === 'bwrap'
          ? ['bwrap', ...bwrapArguments(place), '--', process.execPath, ...nodeFlags(), place.program]
          : [
              ...(kind === 'unshare' ? ['unshare', ...unshare, '--pid', '--fork', '--kill-child'] : []),
              process.execPath,
              ...nodeFlags(),
              ...permissionFlags(place),
              place.program,
            ]
      const [file, ...args] = [...limitArguments(limiter, place.limits), ...inner]
      return { file: file as string, args, cwd: place.folder }
    },
  }
}

function nodeFlags(): string[] {
  return ['--disable-warning=ExperimentalWarning', '--max-old-space-size=768', '--max-semi-space-size=8']
}

/** Node's own permissions: they bind JavaScript and not native code, so they are the second wall and never the first. */
function permissionFlags(place: ChildPlace): string[] {
  const read = [
    MODULES_FOLDER,
    ENGINES_FOLDER,
    join(PROJECT_FOLDER, 'contract'),
    join(PROJECT_FOLDER, 'package.json'),
  ]
  return [
    '--permission',
    '--allow-addons',
    ...(place.spawns ? ['--allow-child-process'] : []),
    ...(place.threads ? ['--allow-worker'] : []),
    ...[...read, place.program, ...place.readable, place.folder].map((path) => `--allow-fs-read=${path}`),
    ...['out', 'tmp', ...(place.keeps ? ['state'] : [])].map(
      (name) => `--allow-fs-write=${join(place.folder, name)}`,
    ),
    '--disable-warning=SecurityWarning',
  ]
}

/** What Debian's programs read of their own below /etc: without the links in `alternatives` some do not even start. */
const SETTINGS = [
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/ImageMagick-6',
  '/etc/ImageMagick-7',
]

function bwrapArguments(place: ChildPlace): string[] {
  const readOnly = [
    MODULES_FOLDER,
    ENGINES_FOLDER,
    join(PROJECT_FOLDER, 'contract'),
    join(PROJECT_FOLDER, 'package.json'),
  ]
  const bind = (path: string) => ['--ro-bind', path, path]
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...['--cap-drop', 'ALL'],
    ...bind('/usr'),
    ...['/bin', '/lib', '/lib64', '/lib32', '/sbin'].flatMap(systemFolder),
    ...(place.spawns ? SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]) : []),
    ...(place.spawns ? ['--setenv', 'PATH', SYSTEM_PATH] : []),
    ...(place.spawns ? temporary(place, [process.execPath, ...readOnly, place.program]) : []),
    ...['--proc', '/proc'],
    ...['--dev', '/dev'],
    ...bind(process.execPath),
    ...[...readOnly, place.program, ...place.readable].flatMap(bind),
    ...['--ro-bind', join(place.folder, 'in'), '/job/in'],
    ...['--bind', join(place.folder, 'out'), '/job/out'],
    ...['--bind', join(place.folder, 'tmp'), '/job/tmp'],
    ...(place.keeps ? ['--bind', join(place.folder, 'state'), '/job/state'] : []),
    ...['--remount-ro', '/'],
    ...['--chdir', '/job'],
    // The channel to the pool: Node passes its number in the environment, which is cleared above. It is the first
    // descriptor after stdin, stdout and stderr.
    ...['--setenv', 'NODE_CHANNEL_FD', '3'],
    ...['--setenv', 'NODE_CHANNEL_SERIALIZATION_MODE', 'advanced'],
  ]
}

/**
 * C's tmpfile() knows no place but /tmp, and some programs do not ask whether it worked. What they put there to be found
 * later, such as a socket, must last as long as they do. Where the project itself lies below /tmp a link cannot stand there:
 * then it is memory, within the limit for files.
 */
function temporary({ keeps, limits }: ChildPlace, shown: readonly string[]): string[] {
  if (shown.some((path) => path.startsWith('/tmp/')))
    return ['--size', String(limits.fileBytes), '--tmpfs', '/tmp']
  return ['--symlink', keeps ? '/job/state' : '/job/tmp', '/tmp']
}

/** On a machine with a merged /usr these are links into it, elsewhere they are folders of their own. */
function systemFolder(path: string): string[] {
  if (!existsSync(path)) return []
  try {
    return ['--symlink', readlinkSync(path), path]
  } catch {
    return ['--ro-bind', path, path]
  }
}

type Limiter = 'prlimit' | 'sh' | 'none'

function findLimiter(): Limiter {
  const runs = (file: string, args: string[]) =>
    spawnSync(file, args, { stdio: 'ignore', timeout: 5000, env: { PATH: SYSTEM_PATH } }).status === 0
  if (runs('prlimit', ['--core=0', 'true'])) return 'prlimit'
  if (runs('sh', ['-c', 'ulimit -c 0'])) return 'sh'
  return 'none'
}

/** Programs are looked up here and nowhere else: the server's own PATH is not passed on. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

/** RLIMIT_DATA and never the address space: V8 and WebAssembly reserve far more of that than they use. */
function limitArguments(limiter: Limiter, limits: ChildPlace['limits']): string[] {
  const { dataBytes, fileBytes, cpuSeconds } = limits
  if (limiter === 'prlimit') {
    return ['prlimit', `--data=${dataBytes}`, `--fsize=${fileBytes}`, '--core=0', `--cpu=${cpuSeconds}`, '--']
  }
  if (limiter === 'sh') {
    // `ulimit -d` counts kilobytes, `-f` blocks of 512 bytes.
    const set = `ulimit -c 0; ulimit -d ${Math.ceil(dataBytes / 1024)}; ulimit -f ${Math.ceil(fileBytes / 512)}; ulimit -t ${cpuSeconds}`
    return ['sh', '-c', `${set}; exec "$@"`, 'sh']
  }
  return []
}

/** One real start of a child inside: it counts only when its message comes through. */
function works(sandbox: Sandbox, scratch: string): Promise<boolean> {
  const folder = mkdtempSync(join(scratch, 'try-'))
  for (const name of ['in', 'out', 'tmp']) mkdirSync(join(folder, name))
  const { file, args, cwd } = sandbox.command({
    program: join(ENGINES_FOLDER, 'sandbox', 'try.ts'),
    folder,
    readable: [],
    spawns: false,
    threads: false,
    keeps: false,
    limits: { dataBytes: 2 ** 31, fileBytes: 2 ** 30, cpuSeconds: 60 },
  })
  return new Promise<boolean>((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { PATH: SYSTEM_PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      timeout: 15_000,
      killSignal: 'SIGKILL',
    })
    child.once('message', () => resolve(true))
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}
