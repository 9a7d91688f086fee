import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { without } from '../../kernel/source/text.ts'
import { readZipDirectory, readZipEntry } from '../../kernel/source/zip.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { damaged, tooLarge } from './failures.ts'

const MAX_ENTRIES = 70_000
const MAX_ENTRY = 16 * 1024 * 1024
const MAX_TOTAL = 256 * 1024 * 1024
/** The members of a UFO; other names are skipped, so that no path escapes. */
const MEMBER = /^(?:[^/]+\.ufo\/)?((?:[A-Za-z0-9._+-]+\/)?[A-Za-z0-9._+-]+\.(?:plist|glif|fea))$/

/** Packs a UFO folder into one file, as `font.ufo/…`. */
export function packUfo(folder: string, path: string): void {
  const zip = new ZipWriter(path)
  const add = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) add(name)
      else if (entry.isFile()) zip.add(`font.ufo/${name}`, readFileSync(join(folder, name)))
    }
  }
  add('')
  zip.close()
}

/**
 * Unpacks a UFO folder and returns it. Sizes and names were checked before and are limited again.
 */
export function unpackUfo(path: string, folder: string): string {
  const entries = readZipDirectory(path, MAX_ENTRIES)
  let total = 0
  for (const entry of entries) {
    const name = MEMBER.exec(entry.name)?.[1]
    if (!name || name === 'lib.plist' || name.split('/').some((part) => /^\.+$/.test(part))) continue
    const bytes = readZipEntry(path, entries, entry.name, MAX_ENTRY)
    if (!bytes) throw damaged()
    total += bytes.length
    if (total > MAX_TOTAL) throw tooLarge()
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name.endsWith('.glif') ? withoutLib(bytes) : bytes)
  }
  if (total === 0) throw damaged()
  return folder
}

/**
 * Removes private data of other programs. FontForge would pass it to Python, which isn't
 * initialized, and crash.
 */
function withoutLib(glyph: Buffer): string {
  return without(glyph.toString('utf8'), '<lib>', '</lib>')
}
