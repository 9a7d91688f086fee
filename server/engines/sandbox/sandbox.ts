import { join } from 'node:path'
import type { Confinement, SandboxKind } from '../kernel/confinement.ts'
import { LARGE_PAGES } from '../kernel/large-pages.ts'
import { bwrapCommand } from './bwrap.ts'
import { ownFolders, PROGRAM_FILES } from './child-view.ts'
import { type Limiter, limitArguments } from './limiter.ts'
import { unshareFilesCommand } from './unshare-files.ts'

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
  /**
   * Whether its folder also has `state`, which lasts as long as the child and is not emptied
   * between jobs.
   */
  keeps: boolean
  /**
   * Node's compile cache, where the sandbox can confine files; only a child that will see nobody's
   * files may write it.
   */
  compileCache: { folder: string; writable: boolean } | null
  limits: { dataBytes: number; fileBytes: number; cpuSeconds: number }
}

export interface Command {
  file: string
  args: string[]
  /** The folder to start in; where files are confined the child sees it as `/job`. */
  cwd: string
}

/** Wraps a child program into whatever keeps it in on this machine. */
export interface Sandbox extends Confinement {
  command(place: ChildPlace): Command
}

/**
 * Flags of `unshare` for namespaces, in the order in which they are tried: as root a user namespace
 * may not be needed.
 */
export const NAMESPACES: Record<SandboxKind, readonly (readonly string[])[]> = {
  bwrap: [[]],
  'unshare-files': [['--user', '--map-root-user'], []],
  'unshare-net': [[], ['--user', '--map-root-user']],
  none: [[]],
}

const DETAILS: Record<SandboxKind, string> = {
  bwrap: 'bubblewrap: no network, no files but the job’s own, no other processes, empty environment',
  'unshare-files': 'unshare: no network, no files but the job’s own, no other processes',
  'unshare-net': 'unshare: no network and no other processes, but native code can read the server’s files',
  none: 'no sandbox: engines run with the server’s own rights to files and network',
}

/**
 * Builds a sandbox of a kind, without trying it. `advice` tells an operator what would make it
 * stronger.
 */
export function buildSandbox(
  kind: SandboxKind,
  limiter: Limiter,
  namespaces: readonly string[] = [],
  advice = '',
): Sandbox {
  const filesystem = kind === 'bwrap' || kind === 'unshare-files'
  return {
    kind,
    network: kind !== 'none',
    filesystem,
    detail: advice ? `${DETAILS[kind]}. ${advice}` : DETAILS[kind],
    command(place) {
      const [file, ...args] = [
        ...limitArguments(limiter, place.limits),
        ...confine(kind, place, namespaces),
        'env',
        ...Object.entries(LARGE_PAGES).map((pair) => pair.join('=')),
        process.execPath,
        ...NODE_FLAGS,
        ...(filesystem ? [] : permissionFlags(place)),
        place.program,
      ]
      return { file: file as string, args, cwd: place.folder }
    },
  }
}

function confine(kind: SandboxKind, place: ChildPlace, namespaces: readonly string[]): string[] {
  if (kind === 'bwrap') return bwrapCommand(place)
  if (kind === 'unshare-files') return unshareFilesCommand(place, namespaces)
  if (kind === 'unshare-net') return ['unshare', ...namespaces, '--net', '--pid', '--fork', '--kill-child']
  return []
}

const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=768',
  '--max-semi-space-size=8',
  // A child that starts and one that works both take less processor time: pandoc's 0.6 s instead of
  // 1.1 to its first result.
  '--wasm-lazy-validation',
  '--single-threaded',
]

/**
 * Node's own permissions: they bind JavaScript and not native code, so they are the second wall and
 * never the first.
 */
function permissionFlags(place: ChildPlace): string[] {
  const { write } = ownFolders(place)
  const read = [...PROGRAM_FILES, place.program, ...place.readable, place.folder]
  return [
    '--permission',
    '--allow-addons',
    ...(place.spawns ? ['--allow-child-process'] : []),
    ...(place.threads ? ['--allow-worker'] : []),
    ...read.map((path) => `--allow-fs-read=${path}`),
    ...write.map((name) => `--allow-fs-write=${join(place.folder, name)}`),
    '--disable-warning=SecurityWarning',
  ]
}
