import { create } from 'zustand'
import { importUrl } from '../../api/convert.ts'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { randomId } from '../../lib/random-id.ts'
import { SNIFF_BYTES, sniffBytes } from '../../lib/sniff.ts'
import { type ArchiveNews, mayBeArchive, openArchive } from './archives.ts'

export type OptionValues = Record<string, unknown>

/** A file in the list. What the service knows of it lies in the query cache, under `conversionId`. */
export interface ConvertFile {
  id: string
  name: string
  size: number
  /** Null where the service has the original already (`s3Key`). */
  file: File | null
  /** An original that the service keeps: it is converted again without another upload. */
  s3Key: string | null
  /** Where the service is to fetch it, or has. */
  url: string | null
  /** What the bytes say; null while they are read or when they say nothing. The name decides then. */
  sniffed: string | null
  reading: boolean
  target: string | null
  /** Only what differs from the defaults. */
  options: OptionValues
  phase: 'ready' | 'sending' | 'accepted' | 'refused'
  conversionId: string | null
  refusal: ApiError | null
  thumb: string | null
  pixels: { width: number; height: number } | null
}

interface Files {
  files: ConvertFile[]
  startedAt: number | null
}

/** The list lives outside React and outlasts the page: going away and coming back loses nothing. */
export const useFiles = create<Files>(() => ({ files: [], startedAt: null }))

export const allFiles = (): ConvertFile[] => useFiles.getState().files
export const fileOf = (id: string): ConvertFile | undefined => allFiles().find((file) => file.id === id)

export function changeFile(id: string, patch: Partial<ConvertFile>): void {
  useFiles.setState({ files: allFiles().map((one) => (one.id === id ? { ...one, ...patch } : one)) })
}

const patches = new Map<string, Partial<ConvertFile>>()

/** What is found out of many files at once is written together: a hundred of them must not draw the list a hundred times. */
function changeSoon(id: string, patch: Partial<ConvertFile>): void {
  if (patches.size === 0) setTimeout(writePatches, 20)
  patches.set(id, { ...patches.get(id), ...patch })
}

function writePatches(): void {
  const files = allFiles().map((one) => {
    const patch = patches.get(one.id)
    return patch ? { ...one, ...patch } : one
  })
  patches.clear()
  useFiles.setState({ files })
}

const FRESH = {
  options: {},
  phase: 'ready',
  conversionId: null,
  refusal: null,
  thumb: null,
  pixels: null,
  target: null,
  file: null,
  s3Key: null,
  url: null,
} as const satisfies Partial<ConvertFile>

function push(files: ConvertFile[]): void {
  const { startedAt } = useFiles.getState()
  useFiles.setState({ files: [...allFiles(), ...files], startedAt: startedAt ?? Date.now() })
}

/** Adds files; an archive of files comes as what is in it. Answers with how many came out of archives. */
export async function addOpened(files: readonly File[]): Promise<ArchiveNews[]> {
  const archives = files.filter(mayBeArchive)
  addFiles(files.filter((file) => !archives.includes(file)))
  const news: ArchiveNews[] = []
  for (const archive of archives) {
    const opened = await openArchive(archive)
    if (opened.files === null) addFiles([archive])
    else {
      addFiles(opened.files)
      news.push({ name: archive.name, count: opened.files.length, left: opened.left })
    }
  }
  return news
}

export function addFiles(files: readonly File[]): void {
  const added = files.map(
    (file): ConvertFile => ({
      ...FRESH,
      id: randomId(),
      name: file.name,
      size: file.size,
      file,
      sniffed: null,
      reading: true,
    }),
  )
  push(added)
  void readAll(added)
}

/** Some at a time: a thousand reads begun at once hold the page up. */
async function readAll(files: readonly ConvertFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += 40) {
    await Promise.all(files.slice(start, start + 40).map(read))
  }
}

/** Files at addresses: the service fetches each, and what it finds there is known once it has. */
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

/** Also for another try, after the service could not. */
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

/** A file that the service keeps, an original or a result, to be converted (again). */
export function addOriginal(original: {
  name: string
  size: number
  s3Key: string
  format: string
  /** None: the usual one for its format. */
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

/** Pictures that every browser can show; larger ones would cost more memory than a thumbnail is worth. */
const SHOWN = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'svg', 'bmp'])
const MAX_THUMB_BYTES = 30_000_000

async function read({ id, file }: ConvertFile): Promise<void> {
  if (!file) return
  // A folder, or a file that went away between the drop and now, cannot be read.
  const bytes = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const sniffed = sniffBytes(new Uint8Array(bytes))
  const shown = sniffed !== null && SHOWN.has(sniffed) && file.size <= MAX_THUMB_BYTES
  const thumb = shown ? URL.createObjectURL(file) : null
  changeSoon(id, { sniffed, reading: false, thumb })
  if (thumb) void measure(id, thumb)
}

async function measure(id: string, src: string): Promise<void> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
    changeSoon(id, { pixels: { width: image.naturalWidth, height: image.naturalHeight } })
  } catch {
    // Not a picture after all: the icon of its family stands there.
    URL.revokeObjectURL(src)
    changeSoon(id, { thumb: null })
  }
}

/** Takes files off the list; answers with what puts them back. Nothing is deleted on the service. */
export function takeOff(ids: readonly string[]): () => void {
  const wanted = new Set(ids)
  const gone = allFiles().filter(({ id }) => wanted.has(id))
  const left = allFiles().filter(({ id }) => !wanted.has(id))
  useFiles.setState({ files: left, ...(left.length === 0 && { startedAt: null }) })
  return () => push(gone)
}

/** Another target or other options: what has ended is made ready for another run, from the original that is kept. */
export function choose(
  id: string,
  patch: { target?: string; options?: OptionValues },
  s3Key?: string | null,
): void {
  const file = fileOf(id)
  if (!file || file.phase === 'sending') return
  changeFile(id, {
    ...patch,
    ...(patch.target !== undefined && patch.target !== file.target && { options: patch.options ?? {} }),
    phase: 'ready',
    conversionId: null,
    refusal: null,
    ...(s3Key && { s3Key }),
  })
}

/** The same target, and options where they are given, for many at once: one change of the list, and not one for each. */
export function chooseAll(ids: readonly string[], target: string, options?: OptionValues): void {
  const wanted = new Set(ids)
  useFiles.setState({
    files: allFiles().map((file) =>
      wanted.has(file.id) && file.phase !== 'sending'
        ? {
            ...file,
            ...((file.target !== target || options) && { target, options: options ?? {} }),
            phase: 'ready',
            refusal: null,
          }
        : file,
    ),
  })
}

/** When someone signs out. */
export function forgetFiles(): void {
  for (const { thumb } of allFiles()) if (thumb) URL.revokeObjectURL(thumb)
  useFiles.setState({ files: [], startedAt: null })
}

/** For the page's head. */
export function useFileTotals(): { count: number; startedAt: number | null } {
  const count = useFiles((state) => state.files.length)
  const startedAt = useFiles((state) => state.startedAt)
  return { count, startedAt }
}
