import { type PDFDict, type PDFDocument, PDFHexString, type PDFImage } from '@cantoo/pdf-lib'
import type { Line } from '../edit/text-embedding.ts'
import { streamOf } from '../form/streams.ts'
import { n } from '../form/typeset.ts'
import { filled, stroked } from '../marks/place.ts'
import type { Letters } from './letters.ts'

export interface Paper {
  width: number
  height: number
}
export const A4: Paper = { width: 595.28, height: 841.89 }
export const LETTER: Paper = { width: 612, height: 792 }

/** A page with `y` coordinates in points from its top edge. */
export class Sheet {
  readonly paper: Paper
  readonly #document: PDFDocument
  readonly #letters: Letters
  readonly #lines: Line[] = []
  readonly #images = new Map<PDFImage, string>()
  readonly #links: { x: number; y: number; width: number; height: number; address: string }[] = []
  #operators = ''

  constructor(document: PDFDocument, letters: Letters, paper: Paper) {
    this.#document = document
    this.#letters = letters
    this.paper = paper
  }

  /** `y` is the baseline. */
  text(line: Line, size: number, x: number, y: number, colour: string): void {
    if (line.runs.length === 0) return
    this.#lines.push(line)
    this.#operators += `BT ${filled(colour)}\n${this.#letters.show(line, size, x, this.paper.height - y)}ET\n`
  }

  rule(x: number, y: number, width: number, colour: string, weight = 0.5): void {
    const up = n(this.paper.height - y)
    this.#operators += `${stroked(colour)} ${n(weight)} w ${n(x)} ${up} m ${n(x + width)} ${up} l S\n`
  }

  /** Draws an image with its bottom edge at `y`. */
  image(image: PDFImage, x: number, y: number, width: number, height: number): void {
    const name = this.#images.get(image) ?? `FwP${this.#images.size}`
    this.#images.set(image, name)
    const place = [width, 0, 0, height, x, this.paper.height - y].map(n).join(' ')
    this.#operators += `q ${place} cm /${name} Do Q\n`
  }

  /** Draws dark squares of a grid with its upper left corner at `x`, `y`. */
  squares(rows: readonly (readonly boolean[])[], x: number, y: number, side: number, colour: string): void {
    const boxes: string[] = []
    const each = side / Math.max(1, rows.length)
    const box = (value: number) => String(Math.round(value * 1e4) / 1e4)
    for (const [down, row] of rows.entries())
      for (let from = 0; from < row.length; from++) {
        if (!row[from]) continue
        let to = from
        while (row[to]) to++
        const foot = this.paper.height - y - (down + 1) * each
        boxes.push(`${box(x + from * each)} ${box(foot)} ${box((to - from) * each)} ${box(each)} re`)
        from = to
      }
    this.#operators += `${filled(colour)}\n${boxes.join('\n')} f\n`
  }

  link(address: string, x: number, y: number, width: number, height: number): void {
    this.#links.push({ address, x, y, width, height })
  }

  page(): PDFDict {
    const { context } = this.#document
    const { width, height } = this.paper
    const objects = context.obj({})
    for (const [image, name] of this.#images) objects.set(context.obj(name) as never, image.ref)
    const annotations = this.#links.map(({ x, y, width: wide, height: high, address }) =>
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [x, this.paper.height - y - high, x + wide, this.paper.height - y],
          Border: [0, 0, 0],
          A: { S: 'URI', URI: PDFHexString.of(Buffer.from(new URL(address).href).toString('hex')) },
        }),
      ),
    )
    return context.obj({
      Type: 'Page',
      MediaBox: [0, 0, width, height],
      CropBox: [0, 0, width, height],
      Rotate: 0,
      Resources: { Font: this.#letters.fonts(this.#lines), XObject: objects },
      Contents: context.register(streamOf(context, this.#operators)),
      ...(annotations.length > 0 ? { Annots: annotations } : {}),
    })
  }
}
