import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** The path of the system's pandoc, on the host and in the sandbox. */
export const PANDOC = '/usr/bin/pandoc'

/** The first version with a Lua API for reading and writing: 2.17. */
const OLDEST = [2, 17] as const

let found: Found | null | undefined

/** The version of the system's pandoc, detected once. Null if it is missing or too old. */
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
