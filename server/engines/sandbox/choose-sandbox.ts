import { SANDBOX_KINDS } from '../kernel/confinement.ts'
import type { EngineLog } from '../kernel/log.ts'
import { findSandbox, type SandboxSearch } from './find-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

const RETRY_EVERY = 5 * 60_000
/** The minimum interval between retries before a job, in milliseconds. */
const ASK_AGAIN_AFTER = 60_000
const SHORT_PATIENCE = [15_000]

export interface SandboxChoice {
  current(): Sandbox
  /** Call before each job: retries stronger sandboxes whose trial was inconclusive. */
  refresh(): Promise<void>
  /** Retries the stronger sandboxes now. */
  retry(): Promise<void>
  close(): void
}

/**
 * Chooses the sandbox at startup. While it doesn't confine network and files, retries stronger ones
 * whose trial timed out on a busy machine. `onUpgrade` receives a stronger one that works.
 * @throws if `required` and no sandbox confines network and files, or if no sandbox works at all
 */
export async function chooseSandbox(
  folder: string,
  log: EngineLog,
  options: { required?: boolean; search?: SandboxSearch; onUpgrade?: (sandbox: Sandbox) => void } = {},
): Promise<SandboxChoice> {
  const { required = false, search, onUpgrade } = options
  const first = await findSandbox(folder, search)
  if (!first.sandbox) throw new Error('No allowed kind of sandbox works on this machine.')
  let { sandbox, late } = first as { sandbox: Sandbox; late: boolean }
  if (required && !isFull(sandbox))
    throw new Error(
      `SANDBOX=required, but engines cannot be confined from network and files here: ${sandbox.detail}.`,
    )
  report(sandbox, log)
  let tried = performance.now()
  let retrying: Promise<void> | undefined

  const tryStronger = async () => {
    const allowed = SANDBOX_KINDS.slice(0, SANDBOX_KINDS.indexOf(sandbox.kind))
    const found = await findSandbox(folder, { patience: SHORT_PATIENCE, ...search, allowed })
    late = found.late
    tried = performance.now()
    if (!found.sandbox) return
    sandbox = found.sandbox
    report(sandbox, log)
    onUpgrade?.(sandbox)
  }
  const retry = () => {
    if (isFull(sandbox)) return Promise.resolve()
    retrying ??= tryStronger()
      .catch((error: unknown) => log.error({ err: error }, 'The sandbox could not be tried again.'))
      .finally(() => {
        retrying = undefined
      })
    return retrying
  }
  const timer = setInterval(retry, RETRY_EVERY)
  timer.unref()
  return {
    current: () => sandbox,
    refresh: () => (late && performance.now() - tried > ASK_AGAIN_AFTER ? retry() : Promise.resolve()),
    retry,
    close: () => clearInterval(timer),
  }
}

const isFull = ({ network, filesystem }: Sandbox) => network && filesystem

function report(sandbox: Sandbox, log: EngineLog): void {
  const { kind, network, filesystem, detail } = sandbox
  const fields = { sandbox: kind, network, filesystem }
  if (isFull(sandbox)) log.info(fields, `Engines are confined by ${detail}.`)
  else log.warn(fields, `Engines are NOT fully confined: ${detail}.`)
}
