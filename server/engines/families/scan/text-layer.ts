import {
  beginText,
  endText,
  moveText,
  type PDFDocument,
  PDFHexString,
  type PDFName,
  type PDFOperator,
  type PDFRef,
  setCharacterSqueeze,
  setFontAndSize,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import type { PageWords } from '../ocr/words.ts'
import { ASCENT, DESCENT, EM, glyphlessFont, WIDTH } from './glyphless-font.ts'
import type { Box, Size } from './sheet.ts'

/** A glyph index as four hexadecimal digits. */
const code = (value: number) => value.toString(16).padStart(4, '0').toUpperCase()

/**
 * The invisible text of a document: one glyphless font with a code per occurring character. Words
 * are scaled to their width on paper, so that readers highlight them exactly.
 */
export class TextLayer {
  readonly #numbers = new Map<string, number>()
  readonly #document: PDFDocument
  readonly font: PDFRef

  constructor(document: PDFDocument) {
    this.#document = document
    this.font = document.context.nextRef()
  }

  /**
   * Operators for the words of a page whose image of size `pixels` is drawn in `box`. `name` is the
   * font's resource name.
   */
  operators({ lines }: PageWords, pixels: Size, box: Box, name: PDFName): PDFOperator[] {
    const [scaleX, scaleY] = [box.width / pixels.width, box.height / pixels.height]
    const operators: PDFOperator[] = [beginText(), setTextRenderingMode(TextRenderingMode.Invisible)]
    // Text positions are relative to the start of the previous word.
    let [lastX, lastY] = [0, 0]
    for (const line of lines) {
      const size = Math.max(1, line.height * scaleY)
      operators.push(setFontAndSize(name, round(size)))
      for (const word of line.words) {
        const characters = [...word.text]
        const width = (word.right - word.left) * scaleX
        if (characters.length === 0 || width <= 0) continue
        const natural = (characters.length * WIDTH * size) / EM
        const x = round(box.x + word.left * scaleX)
        const y = round(box.y + box.height - heightAt(line, word.left) * scaleY)
        operators.push(
          setCharacterSqueeze(round((100 * width) / natural)),
          moveText(round(x - lastX), round(y - lastY)),
          // The space separates words in copied text.
          showText(PDFHexString.of([...characters, ' '].map((one) => code(this.#number(one))).join(''))),
        )
        lastX = x
        lastY = y
      }
    }
    operators.push(endText())
    return operators
  }

  #number(character: string): number {
    const known = this.#numbers.get(character)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(character, number)
    return number
  }

  /** Writes the font after all pages. */
  finish(): void {
    const { context } = this.#document
    const file = glyphlessFont()
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: 'Glyphless',
        Flags: 5,
        FontBBox: [0, DESCENT, WIDTH, ASCENT],
        ItalicAngle: 0,
        Ascent: ASCENT,
        Descent: DESCENT,
        CapHeight: ASCENT,
        StemV: 80,
        FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
      }),
    )
    // All codes map to the single empty glyph.
    const glyphs = new Uint8Array(2 * (this.#numbers.size + 1)).map((_, at) => (at > 1 ? at % 2 : 0))
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: 'Glyphless',
        CIDSystemInfo: {
          Registry: PDFHexString.of(Buffer.from('Adobe').toString('hex')),
          Ordering: PDFHexString.of(Buffer.from('Identity').toString('hex')),
          Supplement: 0,
        },
        DW: WIDTH,
        FontDescriptor: descriptor,
        CIDToGIDMap: context.register(context.flateStream(glyphs)),
      }),
    )
    context.assign(
      this.font,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: 'Glyphless',
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: context.register(context.flateStream(this.#toUnicode())),
      }),
    )
  }

  /** The ToUnicode CMap (Adobe technical note 5411). */
  #toUnicode(): string {
    const pairs = [...this.#numbers].map(([character, number]) => {
      const units = Array.from({ length: character.length }, (_, at) => code(character.charCodeAt(at)))
      return `<${code(number)}> <${units.join('')}>`
    })
    const blocks: string[] = []
    for (let at = 0; at < pairs.length; at += 100) {
      const block = pairs.slice(at, at + 100)
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
  }
}

/** The baseline's height at an x position, in pixels from the top. */
function heightAt({ baseline: [left, right], ...line }: PageWords['lines'][number], x: number): number {
  const share = line.right > line.left ? (x - line.left) / (line.right - line.left) : 0
  return left + (right - left) * Math.min(1, Math.max(0, share))
}

/** Content streams don't allow exponents; 0.01 points is invisible. */
const round = (value: number) => Number(value.toFixed(2))
