import { spawnSync } from 'node:child_process'
import type { ChildPlace } from './sandbox.ts'

/** The only search path for programs: the server's own PATH isn't passed on. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

export type Limiter = 'prlimit' | 'sh' | 'none'

export function findLimiter(): Limiter {
  const runs = (file: string, args: string[]) =>
    spawnSync(file, args, { stdio: 'ignore', timeout: 5000, env: { PATH: SYSTEM_PATH } }).status === 0
  if (runs('prlimit', ['--core=0', 'true'])) return 'prlimit'
  if (runs('sh', ['-c', 'ulimit -c 0'])) return 'sh'
  return 'none'
}

/**
 * RLIMIT_DATA instead of the address space: V8 and WebAssembly reserve much more of that than they
 * use.
 */
export function limitArguments(limiter: Limiter, limits: ChildPlace['limits']): string[] {
  const { dataBytes, fileBytes, cpuSeconds } = limits
  if (limiter === 'prlimit') {
    return ['prlimit', `--data=${dataBytes}`, `--fsize=${fileBytes}`, '--core=0', `--cpu=${cpuSeconds}`, '--']
  }
  if (limiter === 'sh') {
    // `ulimit -d` counts kilobytes, `-f` blocks of 512 bytes.
    const set = `ulimit -c 0; ulimit -d ${Math.ceil(dataBytes / 1024)}; ulimit -f ${Math.ceil(fileBytes / 512)}; ulimit -t ${cpuSeconds}`
    return ['sh', '-c', `${set}; exec "$@"`, 'sh']
  }
  return []
}
