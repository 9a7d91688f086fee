import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** The headless build comes first: it uses less memory. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

let found: Found | null | undefined

/** The version of the system's Chromium, detected once. Null if it isn't installed. */
export function findChromium(): Found | null {
  if (found !== undefined) return found
  const path = PROGRAMS.find((one) => existsSync(one))
  if (!path) {
    found = null
    return found
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  found = { path, version: /\d+\.\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0] ?? null }
  return found
}
