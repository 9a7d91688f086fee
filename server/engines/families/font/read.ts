import { readCollection, readDfont } from './collection.ts'
import { readEot } from './eot.ts'
import { damaged, tooLarge } from './failures.ts'
import { MAX_FONT_BYTES, readSfnt, type Sfnt } from './sfnt.ts'
import { checkSound } from './sound.ts'
import { readWoff } from './woff.ts'
import { readWoff2 } from './woff2.ts'

/**
 * Reads and checks the fonts of a table-based format.
 * @throws `source_damaged`
 */
export async function readFonts(file: Buffer, format: string): Promise<Sfnt[]> {
  if (file.length > MAX_FONT_BYTES) throw tooLarge()
  const fonts = await unwrap(file, format)
  for (const font of fonts) checkSound(font)
  return fonts
}

async function unwrap(file: Buffer, format: string): Promise<Sfnt[]> {
  try {
    if (format === 'woff') return [readWoff(file)]
    if (format === 'woff2') return await readWoff2(file)
    if (format === 'eot') return [readEot(file)]
    if (format === 'ttc' || format === 'otc') return readCollection(file)
    if (format === 'dfont') return readDfont(file)
    return [readSfnt(file)]
  } catch (error) {
    // An offset beyond the end of the file.
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE') throw damaged()
    throw error
  }
}
