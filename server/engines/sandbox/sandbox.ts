import { join } from 'node:path'
import type { Confinement, SandboxKind } from '../kernel/confinement.ts'
import { LARGE_PAGES } from '../kernel/large-pages.ts'
import { bwrapCommand } from './bwrap.ts'
import { ownFolders, PROGRAM_FILES } from './child-view.ts'
import { type Limiter, limitArguments } from './limiter.ts'
import { unshareFilesCommand } from './unshare-files.ts'

export interface ChildPlace {
  /** The program to run: a TypeScript file that Node runs with type stripping. */
  program: string
  /**
   * The child's folder with `in` (read-only for it if the sandbox supports that), `out` and `tmp`.
   */
  folder: string
  /** Additional readable folders. */
  readable: readonly string[]
  /** Whether it runs system programs. */
  spawns: boolean
  /** Whether it uses threads. */
  threads: boolean
  /** Whether its folder also has `state`, which is kept between jobs. */
  keeps: boolean
  /**
   * Node's compile cache, if the sandbox can confine files; writable only for a child that will
   * read no user files.
   */
  compileCache: { folder: string; writable: boolean } | null
  limits: { dataBytes: number; fileBytes: number; cpuSeconds: number }
}

export interface Command {
  file: string
  args: string[]
  /** The working directory; a child with confined files sees it as `/job`. */
  cwd: string
}

/** Wraps a worker program in this machine's confinement. */
export interface Sandbox extends Confinement {
  command(place: ChildPlace): Command
}

/** Namespace flags of `unshare` in the order of attempts: root may not need a user namespace. */
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
 * Builds a sandbox of a kind without trying it. `advice` tells an operator how to strengthen it.
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
  // Both flags reduce CPU time, of start and job: pandoc's first result takes 0.6 s instead of 1.1.
  '--wasm-lazy-validation',
  '--single-threaded',
]

/**
 * Node's permission model: a second layer only, since it restricts JavaScript but not native code.
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
