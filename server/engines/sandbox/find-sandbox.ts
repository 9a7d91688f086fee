import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SANDBOX_KINDS, type SandboxKind } from '../kernel/confinement.ts'
import { ENGINES_FOLDER } from '../kernel/packages.ts'
import { findLimiter, SYSTEM_PATH } from './limiter.ts'
import { buildSandbox, NAMESPACES, type Sandbox } from './sandbox.ts'

/**
 * `late`: it timed out, or the machine had no process or memory left, so the trial is inconclusive.
 */
export type Trial = { result: 'works' } | { result: 'late' } | { result: 'fails'; reason: string }

/** Starts a child in the sandbox and waits up to `patience` milliseconds for its message. */
export type TrySandbox = (sandbox: Sandbox, folder: string, patience: number) => Promise<Trial>

export interface SandboxSearch {
  allowed?: readonly SandboxKind[]
  /** Timeouts in milliseconds: a sandbox that was late is retried with the next one. */
  patience?: readonly number[]
  /** Overridden only in tests. */
  attempt?: TrySandbox
}

/** The second timeout is for a start on a busy machine. */
const PATIENCE = [15_000, 45_000]

/**
 * Finds the strongest confinement that works, by trying each: an installed bwrap isn't enough,
 * since a container or kernel setting may forbid its namespaces. `folder` must be writable.
 * @returns null if none of the allowed ones works; `late` if a stronger one was inconclusive
 */
export async function findSandbox(
  folder: string,
  { allowed = SANDBOX_KINDS, patience = PATIENCE, attempt = trySandbox }: SandboxSearch = {},
): Promise<{ sandbox: Sandbox | null; late: boolean }> {
  const limiter = findLimiter()
  const trials = new Map<SandboxKind, Trial>()
  const late = () => [...trials.values()].some(({ result }) => result === 'late')
  for (const kind of SANDBOX_KINDS.filter((one) => allowed.includes(one))) {
    for (const namespaces of NAMESPACES[kind]) {
      const sandbox = buildSandbox(kind, limiter, namespaces)
      const trial = kind === 'none' ? WORKS : await tryPatiently(sandbox, folder, patience, attempt)
      if (trial.result === 'works') {
        const advice = sandbox.filesystem ? '' : adviceAfter(trials.get('bwrap'))
        return { sandbox: buildSandbox(kind, limiter, namespaces, advice), late: late() }
      }
      if (trials.get(kind)?.result !== 'late') trials.set(kind, trial)
    }
  }
  return { sandbox: null, late: late() }
}

const WORKS: Trial = { result: 'works' }

async function tryPatiently(
  sandbox: Sandbox,
  folder: string,
  patience: readonly number[],
  attempt: TrySandbox,
): Promise<Trial> {
  for (const milliseconds of patience) {
    const trial = await attempt(sandbox, folder, milliseconds)
    if (trial.result !== 'late') return trial
  }
  return { result: 'late' }
}

/** How an operator can fix missing confinement. */
function adviceAfter(bwrap: Trial | undefined): string {
  const installed = SYSTEM_PATH.split(':').some((folder) => existsSync(join(folder, 'bwrap')))
  if (!installed) return 'Install bubblewrap, or allow this user to create user namespaces'
  if (bwrap?.result === 'late')
    return 'bubblewrap did not answer in time, because the machine is busy; it is tried again every few minutes'
  const reason = bwrap?.result === 'fails' && bwrap.reason ? ` (${bwrap.reason})` : ''
  return `bubblewrap is installed but does not work here${reason}. Allow this user to create user namespaces`
}

/** Starts a child in the sandbox; it works only if the child's message arrives. */
export const trySandbox: TrySandbox = (sandbox, folder, patience) => {
  const own = mkdtempSync(join(folder, 'try-'))
  for (const name of ['in', 'out', 'tmp']) mkdirSync(join(own, name))
  const { file, args, cwd } = sandbox.command({
    program: join(ENGINES_FOLDER, 'sandbox', 'try.ts'),
    folder: own,
    readable: [],
    spawns: false,
    threads: false,
    keeps: false,
    compileCache: null,
    limits: { dataBytes: 2 ** 31, fileBytes: 2 ** 30, cpuSeconds: 60 },
  })
  return new Promise<Trial>((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { PATH: SYSTEM_PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000)
    })
    const timer = setTimeout(() => {
      resolve({ result: 'late' })
      child.kill('SIGKILL')
    }, patience)
    const fails = (text: string) => {
      clearTimeout(timer)
      resolve(SHORT.test(text) ? { result: 'late' } : { result: 'fails', reason: lastLine(text) })
    }
    child.once('message', () => {
      clearTimeout(timer)
      resolve(WORKS)
    })
    child.once('error', (error) => fails(error.message))
    child.once('close', () => fails(said))
  }).finally(() => rmSync(own, { recursive: true, force: true }))
}

/** The machine has no process, memory or file descriptor left. */
const SHORT =
  /resource temporarily unavailable|cannot allocate memory|too many open files|EAGAIN|ENOMEM|EMFILE|ENFILE/i

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
