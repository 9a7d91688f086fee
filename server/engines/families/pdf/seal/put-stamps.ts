import { type PDFImage, PDFName } from '@cantoo/pdf-lib'
import type { PdfRect } from '../../../../../contract/pdf-edits.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import type { PageNode } from '../form/pages.ts'
import { streamOf } from '../form/streams.ts'
import { n } from '../form/typeset.ts'
import type { Letters } from './letters.ts'
import type { SealStamp } from './options.ts'
import type { PageLayer } from './page-layer.ts'
import { type DrawnStamp, drawStamp } from './stamps.ts'

interface Put {
  letters: Letters
  layerOf(page: PageNode): PageLayer
  imageOf(file: number): Promise<PDFImage>
  warnings: Sentence[]
}

/** Draws all values, grouped by page. The caller has checked that each page exists. */
export async function putStamps(
  pages: readonly PageNode[],
  stamps: readonly SealStamp[],
  { letters, layerOf, imageOf, warnings }: Put,
): Promise<void> {
  const names = new Map<PDFImage, string>()
  const nameOf = (image: PDFImage) => {
    const name = names.get(image) ?? `FwP${names.size}`
    names.set(image, name)
    return name
  }
  const warn = (text: Sentence) => {
    if (!warnings.includes(text)) warnings.push(text)
  }
  for (const [number, those] of Map.groupBy(stamps, ({ page }) => page)) {
    const page = pages[number - 1]
    if (!page) continue
    const drawn: DrawnStamp[] = []
    for (const stamp of those) {
      if (!touches(stamp.rect, page.box))
        warn(sentence`A value lies outside of what is shown of page ${number}.`)
      drawn.push(await drawStamp(stamp, page.rotation, { letters, imageOf, nameOf, warn }))
    }
    const { context } = page.dict
    const xobjects = context.obj({})
    for (const { image } of drawn) if (image) xobjects.set(PDFName.of(nameOf(image)), image.ref)
    const all = those.map(({ rect }) => rect)
    const form = streamOf(context, drawn.map(({ operators }) => operators).join(''), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [
        Math.min(...all.map(({ x }) => x)),
        Math.min(...all.map(({ y }) => y)),
        Math.max(...all.map(({ x, width }) => x + width)),
        Math.max(...all.map(({ y, height }) => y + height)),
      ].map((one) => Number(n(one))),
      Resources: { Font: letters.fonts(drawn.flatMap(({ lines }) => lines)), XObject: xobjects },
    })
    layerOf(page).draw(context.register(form), '1 0 0 1 0 0')
  }
}

const touches = (rect: PdfRect, [left, bottom, right, top]: PageNode['box']): boolean =>
  rect.x < right && rect.x + rect.width > left && rect.y < top && rect.y + rect.height > bottom
