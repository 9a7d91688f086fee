import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MADE = import.meta.dirname
/** Real files beside the repository, which not every clone has. */
export const REAL = join(MADE, '..', '..', '..', 'shared', 'corpora')
export const hasReal = existsSync(join(REAL, 'manifest.tsv'))
const FOLDERS = [MADE, ...(hasReal ? [REAL] : [])]

export interface CorpusRow {
  family: string
  file: string
  path: string
  /** What a good converter does with it. */
  expect: string
  note: string
  /** What an independent program says about it. */
  oracle: string
}

/** The files of every corpus that is here, as their manifests describe them. */
export const CORPUS_ROWS: readonly CorpusRow[] = FOLDERS.flatMap((folder) =>
  readFileSync(join(folder, 'manifest.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([family = '', file = '', , , , , expected = '', note = '', oracle = '']) => {
      const path = join(folder, family, file)
      return { family, file, path, expect: expected, note, oracle }
    }),
)

/** The paths of a file, such as `pdf/bad1.pdf`, in each corpus that has one of this name. */
export function inCorpora(...names: string[]): string[] {
  return names.flatMap((name) => {
    const found = FOLDERS.map((folder) => join(folder, name)).filter((path) => existsSync(path))
    if (found.length === 0 && hasReal) throw new Error(`No corpus has ${name}.`)
    return found
  })
}

/** A file's path: the real one, or else the made one. */
export function corpusFile(name: string): string {
  const path = inCorpora(name).at(-1)
  if (!path) throw new Error(`No corpus here has ${name}.`)
  return path
}
