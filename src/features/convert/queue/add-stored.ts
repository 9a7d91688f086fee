import { importUrl } from '../../../api/convert.ts'
import { toApiError } from '../../../api/errors.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { OptionValues } from '../options/index.ts'
import { type ConvertFile, changeFile, FRESH, fileOf, push } from './files.ts'

/** Files from URLs: the server imports each, and its format is known afterwards. */
export function addAddresses(urls: readonly string[]): void {
  const added = urls.map(
    (url): ConvertFile => ({
      ...FRESH,
      id: randomId(),
      name: nameOf(url),
      size: 0,
      url,
      sniffed: null,
      reading: true,
    }),
  )
  push(added)
  for (const { id } of added) void fetchAddress(id)
}

/** Also used to retry a failed import. */
export async function fetchAddress(id: string): Promise<void> {
  const url = fileOf(id)?.url
  if (!url) return
  changeFile(id, { reading: true, phase: 'ready', refusal: null })
  try {
    const { s3_key, filename, format, size_bytes } = await importUrl(url)
    changeFile(id, { s3Key: s3_key, name: filename, sniffed: format, size: size_bytes, reading: false })
  } catch (error) {
    changeFile(id, { reading: false, phase: 'refused', refusal: toApiError(error) })
  }
}

function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url)
  const last = pathname.split('/').findLast(Boolean)
  try {
    return last ? decodeURIComponent(last) : hostname
  } catch {
    return last ?? hostname
  }
}

/** Adds a stored original or result, to convert it (again). */
export function addOriginal(original: {
  name: string
  size: number
  s3Key: string
  /** Null if unknown: the name is used then. */
  format: string | null
  /** None: the default for its format. */
  target?: string
  options?: OptionValues
}): void {
  const { name, size, s3Key, format, target = null, options = {} } = original
  push([
    {
      ...FRESH,
      id: randomId(),
      name,
      size,
      s3Key,
      sniffed: format,
      reading: false,
      target,
      options,
    },
  ])
}
