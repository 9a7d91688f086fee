import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** All tests start engines' children from the same compiled code, which is kept from run to run. */
export const COMPILE_CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'engines')

/** Has a server whose data is to lie in `folder` use it as well. */
export function shareCompiledEngines(folder: string): void {
  mkdirSync(COMPILE_CACHE, { recursive: true })
  mkdirSync(folder, { recursive: true })
  try {
    symlinkSync(COMPILE_CACHE, join(folder, 'compiled-engines'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // it is not its first start
  }
}
