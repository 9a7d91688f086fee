import { spawnSync } from 'node:child_process'

/** Output of a system program, or an empty string if it fails or is missing. */
export function program(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.TMPDIR ?? '/tmp', LANG: 'C.UTF-8' },
  })
  return status === 0 ? stdout : ''
}

export const isHere = (command: string) => program('which', [command]) !== ''
