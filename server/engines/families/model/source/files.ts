import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { readZipDirectory, readZipEntry, type ZipEntry } from '../../../kernel/source/zip.ts'
import { baseName, modelFormat, modelInArchive } from '../detect.ts'
import { damaged, tooComplex } from '../failures.ts'

/** A model with its files: bytes by base name in lower case, without folders. */
export interface ModelFiles {
  name: string
  format: string
  bytes: Buffer
  /** A file that the model names, or null if it is missing. */
  beside(name: string): Buffer | null
  /** Names of all files beside the model. */
  names: readonly string[]
}

export interface ReadLimits {
  entries: number
  /** Total inflated size in bytes. */
  inflatedBytes: number
}

/**
 * Opens a model, alone or in a ZIP with its materials and textures.
 * @throws `source_damaged` if the bytes aren't of `format`, `source_too_complex` if they inflate
 * beyond the directory's sizes
 */
export function openModel(path: string, format: string, limits: ReadLimits): ModelFiles {
  if (!isZip(path) || format === '3mf') {
    return { name: `model.${format}`, format, bytes: readFileSync(path), beside: () => null, names: [] }
  }
  const entries = readZipDirectory(path, limits.entries)
  const main = modelInArchive(entries.map(({ name }) => name))
  if (!main) throw damaged()
  let left = limits.inflatedBytes
  const take = (entry: ZipEntry): Buffer => {
    const bytes = readZipEntry(path, [entry], entry.name, left)
    if (!bytes) throw tooComplex()
    left -= bytes.length
    return bytes
  }
  const bytes = take(entries.find(({ name }) => name === main.name) as ZipEntry)
  if (modelFormat(bytes.subarray(0, 64 * 1024), main.format, bytes.length) !== main.format) throw damaged()
  const others = new Map<string, ZipEntry>()
  for (const entry of entries) if (entry.name !== main.name) others.set(baseName(entry.name), entry)
  const taken = new Map<string, Buffer>()
  return {
    name: baseName(main.name),
    format: main.format,
    bytes,
    names: [...others.keys()],
    beside(name) {
      const key = baseName(name)
      const entry = others.get(key)
      if (!entry) return null
      const known = taken.get(key) ?? take(entry)
      taken.set(key, known)
      return known
    },
  }
}

function isZip(path: string): boolean {
  const fd = openSync(path, 'r')
  try {
    const head = Buffer.alloc(2)
    return fstatSync(fd).size > 4 && readSync(fd, head, 0, 2, 0) === 2 && head.toString('latin1') === 'PK'
  } finally {
    closeSync(fd)
  }
}
