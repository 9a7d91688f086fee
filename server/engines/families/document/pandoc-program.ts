import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** The system's pandoc; the same inside the sandbox. */
export const PANDOC = '/usr/bin/pandoc'

/** The first version whose Lua reads and writes documents itself: 2.17. */
const OLDEST = [2, 17] as const

let found: Found | null | undefined

/**
 * The system's pandoc with its version, looked for once. Null where it is not here, or too old to
 * be kept open.
 */
export function findPandoc(): Found | null {
  if (!existsSync(PANDOC)) return null
  if (found !== undefined) return found
  const { stdout } = spawnSync(PANDOC, ['--version'], { encoding: 'utf8', timeout: 5000, env: {} })
  const version = /^pandoc ([\d.]+)/.exec(stdout ?? '')?.[1]
  found = version && recent(version) ? { version, path: PANDOC } : null
  return found
}

function recent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
