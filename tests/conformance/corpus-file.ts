import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedFile } from './client.ts'

const CORPORA = join(import.meta.dirname, '..', 'corpora')

/** A real file of the project's corpora. */
export const corpusFile = (path: string, name = path.slice(path.indexOf('/') + 1)): NamedFile => ({
  name,
  content: new Uint8Array(readFileSync(join(CORPORA, path))),
})
