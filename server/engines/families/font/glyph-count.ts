import { readFileSync } from 'node:fs'
import { readZipDirectory } from '../../kernel/source/zip.ts'
import { fontFormat } from './detect.ts'
import { glyphCount, readSfnt } from './sfnt.ts'
import { checkSound } from './sound.ts'

/**
 * The number of glyphs in a file of this format, counted; null for another format: FontForge writes
 * Type 1 for unknown extensions and reports success.
 */
export function countGlyphs(path: string, format: string): number | null {
  if (format === 'ufo') return ufoGlyphs(path)
  const file = readFileSync(path)
  if (fontFormat(file, format) !== format) return null
  if (format === 'ttf' || format === 'otf') {
    const font = readSfnt(file)
    checkSound(font)
    return glyphCount(font)
  }
  if (format === 'fnt') return (file[96] ?? 0) - (file[95] ?? 0) + 1
  if (format === 'pcf') return pcfGlyphs(file)
  if (format === 'pfb') return pfbGlyphs(file)
  const text = file.toString('latin1')
  if (format === 'bdf') return sure(/^CHARS (\d+)/m.exec(text)?.[1], text.match(/^STARTCHAR /gm)?.length)
  if (format === 'sfd') return text.match(/^StartChar: /gm)?.length ?? 0
  if (format === 'pt3')
    return text.match(/\/CharProcs (\d+) dict/) ? Number(/\/CharProcs (\d+) dict/.exec(text)?.[1]) : null
  // A PFA's glyphs are encrypted: checks only for their presence and for the end of the file.
  return /\beexec\b[\s\S]{200,}cleartomark/.test(text) ? 1 : null
}

function sure(said: string | undefined, counted: number | undefined): number | null {
  return said !== undefined && Number(said) === counted ? counted : null
}

/** Text and binary segments up to the end. Source: Adobe Technical Note 5040. */
function pfbGlyphs(file: Buffer): number | null {
  let at = 0
  let binary = 0
  while (at + 6 <= file.length && file[at] === 0x80 && file[at + 1] !== 3) {
    const length = file.readUInt32LE(at + 2)
    if (file[at + 1] === 2) binary += length
    at += 6 + length
  }
  return file[at] === 0x80 && file[at + 1] === 3 && binary > 100 ? 1 : null
}

function ufoGlyphs(path: string): number | null {
  const names = readZipDirectory(path, 70_000).map(({ name }) => name)
  if (!names.includes('font.ufo/metainfo.plist')) return null
  return names.filter((name) => /^font\.ufo\/glyphs\/.+\.glif$/.test(name)).length
}

/** The count in the metrics table. */
function pcfGlyphs(file: Buffer): number | null {
  for (let record = 8; record < 8 + 16 * file.readUInt32LE(4); record += 16) {
    if (file.readUInt32LE(record) === 4) return file.readInt32BE(file.readUInt32LE(record + 12) + 4)
  }
  return null
}
