import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the engines; the sandbox mounts it under the same path. */
export const ENGINES_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)))
export const PROJECT_FOLDER = dirname(dirname(ENGINES_FOLDER))

/** The nearest `node_modules` with Filewright's packages; read-only for children. */
export const MODULES_FOLDER = nearestModules(PROJECT_FOLDER)

function nearestModules(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules')
    if (existsSync(join(candidate, 'zod'))) return candidate
    if (dirname(folder) === folder) return join(from, 'node_modules')
  }
}

/**
 * The folder of an installed package, or null. Not `import.meta.resolve`: some packages export
 * neither their `package.json` nor the file needed.
 */
export function packageFolder(name: string): string | null {
  const folder = join(MODULES_FOLDER, name)
  return existsSync(join(folder, 'package.json')) ? folder : null
}

/** The version of an installed package, or null. */
export function packageVersion(name: string): string | null {
  const folder = packageFolder(name)
  if (!folder) return null
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string }
  return version ?? null
}
