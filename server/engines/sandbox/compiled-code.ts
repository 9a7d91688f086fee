import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINES_FOLDER, MODULES_FOLDER } from '../kernel/packages.ts'

/**
 * Whether a process before this one has compiled a kind of engine into this cache, from these
 * sources and packages. Node compares each source with what it has compiled of it, so a wrong
 * answer costs time and nothing else.
 */
export function isCompiled(cache: string, kind: string): boolean {
  try {
    return readFileSync(noteOf(cache, kind), 'utf8') === sources()
  } catch {
    return false
  }
}

/** Says so to the processes to come. Where it cannot, they compile again. */
export function noteCompiled(cache: string, kind: string): void {
  try {
    writeFileSync(noteOf(cache, kind), sources())
  } catch {
    // The cache has been removed meanwhile, or its disk is full.
  }
}

const noteOf = (cache: string, kind: string) => join(cache, `${kind}.compiled`)

let known: string | undefined

/**
 * What tells these sources from others: the Node.js that runs them, and when the newest one and the
 * packages were written.
 */
function sources(): string {
  known ??= [
    process.version,
    newestBelow(ENGINES_FOLDER),
    writtenAt(join(MODULES_FOLDER, '.package-lock.json')),
  ].join(' ')
  return known
}

const newestBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, { parentPath, name }) => Math.max(newest, writtenAt(join(parentPath, name))), 0)

const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
