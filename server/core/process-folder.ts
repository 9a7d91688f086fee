import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../platform.ts'

const SWEEP_EVERY = 10 * 60_000
/** A process that can't be checked from here counts as gone after this time without a heartbeat. */
const SILENT_FOR = 24 * 3_600_000
const NAME = /^process-(\d+)-(\d+)-([0-9a-f]{12})\.\w{6}$/

/** A folder for files that are worthless once this process has ended. */
export interface ProcessFolder {
  path: string
  /**
   * Removes the folders of ended processes, and signals other machines that this process is alive.
   */
  sweep(): Promise<void>
  /** Removes the folder. */
  close(): Promise<void>
}

/**
 * Creates a folder in `root` for this process, and removes those of ended processes, now and every
 * ten minutes. Its name contains the process's id and start time, so that its use never depends on
 * file times and the clock.
 */
export async function claimProcessFolder(root: string, log: Log): Promise<ProcessFolder> {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const path = mkdtempSync(join(root, `process-${process.pid}-${startOf(process.pid)}-${place()}.`))
  const sweep = async () => {
    const now = await beat(path)
    for (const name of await readdir(root)) {
      const [, pid = '', start, origin] = NAME.exec(name) ?? []
      if (!pid) continue
      const folder = join(root, name)
      const inUse = origin === place() ? startOf(pid) === start : await beating(folder, now)
      if (!inUse) await rm(folder, { recursive: true, force: true })
    }
  }
  const attempt = () =>
    sweep().catch((error: unknown) => log.warn({ err: error, root }, 'ended processes were not swept'))
  await attempt()
  const timer = setInterval(attempt, SWEEP_EVERY)
  timer.unref()
  return {
    path,
    sweep,
    close: async () => {
      clearInterval(timer)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Start time of a live process in clock ticks since boot; null for one that has ended. */
function startOf(pid: number | string): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
  } catch {
    return null
  }
}

/** Identifies the scope of process ids: this boot of this machine, and this container on it. */
function place(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  return createHash('sha256')
    .update(boot)
    .update(readlinkSync('/proc/self/ns/pid'))
    .digest('hex')
    .slice(0, 12)
}

/**
 * Updates the folder's mtime. @returns the file system's time, which a changed clock doesn't affect
 */
async function beat(folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await rmdir(await mkdtemp(join(folder, 'beat-')))
  return (await stat(folder)).mtimeMs
}

async function beating(folder: string, now: number): Promise<boolean> {
  const beatAt = (await stat(folder).catch(() => null))?.mtimeMs ?? 0
  return now - beatAt < SILENT_FOR
}
