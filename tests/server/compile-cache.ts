import { join } from 'node:path'

/** All tests start engines' children from the same compiled code, which is kept from run to run. */
export const COMPILE_CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'engines')
