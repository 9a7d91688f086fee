import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINES_FOLDER, MODULES_FOLDER } from '../kernel/packages.ts'

/**
 * Whether an earlier process has compiled this kind of engine into the cache, from the same sources
 * and packages. Node validates each cached source, so a wrong answer only costs time.
 */
export function isCompiled(cache: string, kind: string): boolean {
  try {
    return readFileSync(noteOf(cache, kind), 'utf8') === sources()
  } catch {
    return false
  }
}

/** Records the compilation for later processes. If that fails, they compile again. */
export function noteCompiled(cache: string, kind: string): void {
  try {
    writeFileSync(noteOf(cache, kind), sources())
  } catch {
    // The cache was removed, or the disk is full.
  }
}

const noteOf = (cache: string, kind: string) => join(cache, `${kind}.compiled`)

let known: string | undefined

/**
 * A fingerprint of the sources: the Node.js version, and the modification times of the newest
 * source and of the packages.
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
