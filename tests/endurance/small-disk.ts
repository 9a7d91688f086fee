import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SIZE_MB = 3000
/** What was killed in the middle of a job may take this long to notice. */
const LET_GO_WITHIN = 60_000

/** A new folder, a small disk of its own where this user may mount one. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'filewright-soak-'))
  readonly isMounted: boolean

  constructor() {
    const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'filewright-soak', this.folder]
    this.isMounted = spawnSync('mount', options).status === 0
  }

  freeBytes(): number {
    const { stdout } = spawnSync('df', ['--output=avail', '-B1', this.folder], { encoding: 'utf8' })
    return Number(stdout.split('\n')[1])
  }

  /**
   * Removes it with all that is on it. Throws where a process still holds a file of it: whatever
   * used it has ended.
   */
  async remove(): Promise<void> {
    const giveUp = Date.now() + LET_GO_WITHIN
    while (this.isMounted && spawnSync('umount', [this.folder]).status !== 0) {
      const holders = holdersOf(this.folder)
      if (holders.length > 0 && Date.now() > giveUp) throw new Error(`still in use: ${holders.join('; ')}`)
      // Held by no process, but by the system, which lets go later.
      if (holders.length === 0 && spawnSync('umount', ['--lazy', this.folder]).status === 0) break
      await sleep(100)
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Processes that have a file of the folder open, run in it or have mapped it, each with one such
 * path.
 */
const holdersOf = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const path = pathsOf(`/proc/${pid}`).find((one) => one.includes(folder))
      return path ? [`process ${pid}, ${path}`] : []
    })

const pathsOf = (process: string): string[] => {
  const open = orNone(() => readdirSync(`${process}/fd`).map((fd) => `fd/${fd}`))
  const links = ['cwd', 'root', 'exe', ...open].flatMap((link) =>
    orNone(() => [readlinkSync(`${process}/${link}`)]),
  )
  return [...links, ...orNone(() => readFileSync(`${process}/maps`, 'utf8').split('\n'))]
}

/**
 * What is asked for may have gone, as a process that has just ended, or may not be for this user.
 */
function orNone(ask: () => string[]): string[] {
  try {
    return ask()
  } catch {
    return []
  }
}
