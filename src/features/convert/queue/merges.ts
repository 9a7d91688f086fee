import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { ServerMessage } from '../../../lib/server-text.ts'
import { addFiles } from './add-files.ts'
import { allFiles, type ConvertFile, FRESH, fileOf, useFiles } from './files.ts'
import { formatOf } from './targets.ts'

/** Of files that become one: how they are put together, and what changes their order. */

/**
 * Puts files together into one row, in the order of `ids`; answers with its id and with what takes
 * it back.
 */
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

/**
 * Every file stands by itself again, where the row stood; answers with what puts them back
 * together.
 */
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

/** More files, behind those that are there. */
export function addParts(id: string, ids: readonly string[]): void {
  const whole = fileOf(id)
  if (whole && whole.phase !== 'sending') gather(ids, whole, whole.parts)
}

/**
 * Files of this device, as far as they fit; answers with how many do not, and stand on the list by
 * themselves.
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

/** Lays one file back on the list. One that is left alone is no merge any more. */
export function takeOut(id: string, partId: string): void {
  const whole = fileOf(id)
  const part = whole?.parts.find((one) => one.id === partId)
  if (!whole || !part) return
  const left = whole.parts.filter((one) => one !== part)
  write(id, left.length > 1 ? [withParts(whole, left), part] : whole.parts)
}

/** To another place, counted from 0. */
export function movePart(id: string, partId: string, to: number): void {
  const whole = fileOf(id)
  const part = whole?.parts.find((one) => one.id === partId)
  if (!whole || !part) return
  const others = whole.parts.filter((one) => one !== part)
  write(id, [withParts(whole, others.toSpliced(to, 0, part))])
}

/** As people count: page 2 before page 10. */
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
 * The files of these ids that stand on the list become parts of `whole`, which stands where the
 * first of them did. What is on its way, or gone from the list by now, is left alone.
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

/** Whatever became of it, with other files it is another wish. */
const withParts = (whole: ConvertFile, parts: readonly ConvertFile[]): ConvertFile => ({
  ...whole,
  parts,
  name: parts[0]?.name ?? '',
  size: parts.reduce((sum, { size }) => sum + size, 0),
  phase: 'ready',
  conversionId: null,
  refusal: null,
})

/** Puts others in the place of a row; one that is being sent stays as it is. */
function write(id: string, instead: readonly ConvertFile[]): void {
  if (fileOf(id)?.phase === 'sending') return
  useFiles.setState({ files: allFiles().flatMap((file) => (file.id === id ? instead : [file])) })
}

/**
 * Of the files on the list, those that can be put together with others: what waits, and is of a
 * format that this takes.
 */
export const mergeable = (
  catalog: Catalog,
  files: readonly ConvertFile[],
  merge: OperationEntry,
): ConvertFile[] =>
  files.filter((file) => file.phase === 'ready' && file.parts.length === 0 && fits(catalog, file, merge))

const fits = (catalog: Catalog, file: ConvertFile, { from }: OperationEntry): boolean =>
  !file.reading && from.includes(formatOf(catalog, file)?.format ?? '')

/**
 * How an engine that joins files says which of them it could not read: by its number, since it
 * knows no names.
 */
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
