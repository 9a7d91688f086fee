import fonteditor from 'fonteditor-core/lib/ttf/eot2ttf'
import { create } from 'fontkit'
import { decompress } from 'wawoff2'
import { wrongOutput } from './failures.ts'
import { open, sampleText, shapeText } from './harfbuzz.ts'
import { readFonts } from './read.ts'
import { glyphCount, parseSfnt, readSfnt, type Sfnt } from './sfnt.ts'
import { unpackWoff2 } from './woff2.ts'

/** The limit of wawoff2. */
const MAX_WAWOFF2 = 30 * 1024 * 1024
/** Its file checksum differs per format, and WOFF2 sets a flag in it. */
const OWN_PER_FILE = 'head'

/**
 * Verifies a result with other code than its writer's and compares it with the source fonts. Uses
 * the original fontkit: @cantoo/fontkit, which PDF needs, opens a truncated font without an error.
 * @throws `output_wrong`
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

/** The reference decoder verifies Filewright's encoder, and vice versa. */
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

/** Every table of the result equals the source's. */
function sameTables(result: Sfnt, source: Sfnt | undefined): void {
  for (const [tag, bytes] of result.tables) {
    if (tag !== OWN_PER_FILE && !source?.tables.get(tag)?.equals(bytes)) throw wrongOutput()
  }
}

function sameCount(found: number, [font]: readonly Sfnt[], atLeast = false): void {
  const glyphs = font ? glyphCount(font) : 0
  if (!(found === glyphs || (atLeast && found > glyphs))) throw wrongOutput()
}

/** HarfBuzz must shape text with it: each sample character yields a glyph. */
function setsText(font: Sfnt): void {
  const opened = open(font)
  if (opened.unicodes.length > 0 && shapeText(opened, sampleText(opened)).length === 0) throw wrongOutput()
}

function toArrayBuffer(file: Buffer): ArrayBuffer {
  return new Uint8Array(file).buffer
}
