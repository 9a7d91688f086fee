import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { ServerMessage } from '../../../lib/server-text.ts'
import { addFiles } from './add-files.ts'
import { allFiles, type ConvertFile, FRESH, fileOf, useFiles } from './files.ts'
import { formatOf } from './targets.ts'

/** State changes of merges and of their order. */

/** Merges files into one row, in the order of `ids`; returns its id and an undo function. */
export function putTogether(ids: readonly string[], choice: string): { id: string; undo: () => void } {
  const id = randomId()
  gather(ids, {
    ...FRESH,
    id,
    name: '',
    size: 0,
    file: null,
    sniffed: null,
    reading: false,
    target: choice,
  })
  const undo = () => {
    if (fileOf(id)?.phase === 'ready') takeApart(id)
  }
  return { id, undo }
}

/** Splits a merge into separate files in its place; returns a function that merges them again. */
export function takeApart(id: string): () => void {
  const whole = fileOf(id)
  if (!whole || whole.parts.length === 0) return () => {}
  write(id, whole.parts)
  return () =>
    gather(
      whole.parts.map((part) => part.id),
      whole,
    )
}

/** Appends files. */
export function addParts(id: string, ids: readonly string[]): void {
  const whole = fileOf(id)
  if (whole && whole.phase !== 'sending') gather(ids, whole, whole.parts)
}

/**
 * Adds files of this device that fit; resolves to the number of others, which are added to the
 * list.
 */
export async function addNewParts(
  id: string,
  files: readonly File[],
  catalog: Catalog,
  merge: OperationEntry,
): Promise<number> {
  const added = (await addFiles(files)).map(fileOf).filter((file) => file !== undefined)
  const room = merge.max_files - (fileOf(id)?.parts.length ?? merge.max_files)
  const taken = mergeable(catalog, added, merge).slice(0, room)
  addParts(
    id,
    taken.map((file) => file.id),
  )
  return files.length - taken.length
}

/** Moves one file back to the list. A single remaining file is no merge anymore. */
export function takeOut(id: string, partId: string): void {
  const whole = fileOf(id)
  const part = whole?.parts.find((one) => one.id === partId)
  if (!whole || !part) return
  const left = whole.parts.filter((one) => one !== part)
  write(id, left.length > 1 ? [withParts(whole, left), part] : whole.parts)
}

/** Moves a file to an index from 0. */
export function movePart(id: string, partId: string, to: number): void {
  const whole = fileOf(id)
  const part = whole?.parts.find((one) => one.id === partId)
  if (!whole || !part) return
  const others = whole.parts.filter((one) => one !== part)
  write(id, [withParts(whole, others.toSpliced(to, 0, part))])
}

/** Natural order: page 2 before page 10. */
export function sortParts(id: string, locale: string): void {
  const whole = fileOf(id)
  if (!whole) return
  const { compare } = new Intl.Collator(locale, { numeric: true })
  write(id, [
    withParts(
      whole,
      whole.parts.toSorted((a, b) => compare(a.name, b.name)),
    ),
  ])
}

/**
 * Files of the list become parts of `whole`, which replaces the first of them. Files that are
 * uploading, or were removed, are skipped.
 */
function gather(ids: readonly string[], whole: ConvertFile, before: readonly ConvertFile[] = []): void {
  const free = ids.map(fileOf).filter((file) => file?.phase === 'ready' && file.parts.length === 0)
  const parts = [...before, ...(free as ConvertFile[])]
  if (parts.length < 2) return
  const files = allFiles().flatMap((file) => {
    if (file.id === whole.id || (before.length === 0 && file === free[0])) return [withParts(whole, parts)]
    return free.includes(file) ? [] : [file]
  })
  useFiles.setState({ files })
}

/** With other files it is a new request, whatever its last result. */
const withParts = (whole: ConvertFile, parts: readonly ConvertFile[]): ConvertFile => ({
  ...whole,
  parts,
  name: parts[0]?.name ?? '',
  size: parts.reduce((sum, { size }) => sum + size, 0),
  phase: 'ready',
  conversionId: null,
  refusal: null,
})

/** Replaces a row; a row that is uploading is not changed. */
function write(id: string, instead: readonly ConvertFile[]): void {
  if (fileOf(id)?.phase === 'sending') return
  useFiles.setState({ files: allFiles().flatMap((file) => (file.id === id ? instead : [file])) })
}

/** The files of the list that can be merged with others: waiting, and of a supported format. */
export const mergeable = (
  catalog: Catalog,
  files: readonly ConvertFile[],
  merge: OperationEntry,
): ConvertFile[] =>
  files.filter((file) => file.phase === 'ready' && file.parts.length === 0 && fits(catalog, file, merge))

const fits = (catalog: Catalog, file: ConvertFile, { from }: OperationEntry): boolean =>
  !file.reading && from.includes(formatOf(catalog, file)?.format ?? '')

/** The message of merge engines for an unreadable file: they know its number, but not its name. */
const ONE_OF_SEVERAL = 'File {0}: {1}'

export function partAtFault(
  { parts }: ConvertFile,
  error: Pick<ServerMessage, 'message_id' | 'message_values'> | null,
): { part: ConvertFile; says: string } | null {
  if (error?.message_id !== ONE_OF_SEVERAL) return null
  const [number, says] = error.message_values
  const part = parts[Number(number) - 1]
  return part && says !== undefined ? { part, says } : null
}
