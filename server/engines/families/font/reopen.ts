import fonteditor from 'fonteditor-core/lib/ttf/eot2ttf'
import { create } from 'fontkit'
import { decompress } from 'wawoff2'
import { wrongOutput } from './failures.ts'
import { open, sampleText, shapeText } from './harfbuzz.ts'
import { readFonts } from './read.ts'
import { glyphCount, parseSfnt, readSfnt, type Sfnt } from './sfnt.ts'
import { unpackWoff2 } from './woff2.ts'

/** wawoff2 stops there. */
const MAX_WAWOFF2 = 30 * 1024 * 1024
/**
 * Its field for the sum of the whole file differs in each wrapping, and WOFF2 notes in it that it
 * rearranged something.
 */
const OWN_PER_FILE = 'head'

/**
 * Opens a result as a stranger would, with other code than wrote it, and compares it with the fonts
 * that went in. Throws `output_wrong`. It is fontkit's own code that opens it: @cantoo/fontkit,
 * which PDF needs, opens a truncated font without an error.
 */
export async function checkResult(file: Buffer, target: string, fonts: readonly Sfnt[]): Promise<void> {
  try {
    if (target === 'svgfont')
      return sameCount(file.toString('utf8').match(/<(missing-)?glyph /g)?.length ?? 0, fonts, true)
    if (target === 't42')
      return sameCount(Number(/\/CharStrings (\d+) dict/.exec(file.toString('latin1'))?.[1]), fonts)
    if (target === 'cff') return
    if (target === 'woff2') return await checkWoff2(file, fonts)
    if (target === 'eot')
      return sameTables(parseSfnt(Buffer.from(fonteditor.default(toArrayBuffer(file)))), fonts[0])
    const opened = create(file)
    const members = opened.fonts ?? [opened]
    if (members.length !== fonts.length) throw wrongOutput()
    for (const [index, font] of fonts.entries()) {
      if (members[index]?.numGlyphs !== glyphCount(font)) throw wrongOutput()
    }
    for (const [index, font] of (await readFonts(file, target)).entries()) {
      sameTables(font, fonts[index])
      if (target === 'ttf' || target === 'otf') setsText(font)
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    throw wrongOutput()
  }
}

/** What the reference code packed is read by ours, and the other way round. */
async function checkWoff2(file: Buffer, [font]: readonly Sfnt[]): Promise<void> {
  const { tables } = unpackWoff2(file)
  const plain = new Map(
    tables.filter(({ transformed }) => !transformed).map(({ tag, bytes }) => [tag, bytes]),
  )
  if (plain.size < tables.length) {
    const glyf = tables.find(({ tag, transformed }) => tag === 'glyf' && transformed)
    if (!font || (glyf && glyf.bytes.readUInt16BE(4) !== glyphCount(font))) throw wrongOutput()
    sameTables({ tables: plain }, font)
  } else if (file.readUInt32BE(16) < MAX_WAWOFF2) {
    sameTables(readSfnt(Buffer.from(await decompress(file))), font)
  }
}

/** Every table of the result is the source's, byte for byte. */
function sameTables(result: Sfnt, source: Sfnt | undefined): void {
  for (const [tag, bytes] of result.tables) {
    if (tag !== OWN_PER_FILE && !source?.tables.get(tag)?.equals(bytes)) throw wrongOutput()
  }
}

function sameCount(found: number, [font]: readonly Sfnt[], atLeast = false): void {
  const glyphs = font ? glyphCount(font) : 0
  if (!(found === glyphs || (atLeast && found > glyphs))) throw wrongOutput()
}

/** HarfBuzz can set text in it: each of a few of its own characters gives a glyph. */
function setsText(font: Sfnt): void {
  const opened = open(font)
  if (opened.unicodes.length > 0 && shapeText(opened, sampleText(opened)).length === 0) throw wrongOutput()
}

function toArrayBuffer(file: Buffer): ArrayBuffer {
  return new Uint8Array(file).buffer
}
