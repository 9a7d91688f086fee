import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { arrayAt, dictAt, nameAt, numberAt, numbersOf, resolved } from './objects.ts'

/** A page of the page tree. */
export interface PageNode {
  dict: PDFDict
  ref: PDFRef
  /** Clockwise display rotation: 0, 90, 180 or 270. */
  rotation: number
  /** The visible box: left, bottom, right, top. */
  box: [number, number, number, number]
}

const MAX_PAGES = 100_000
const MAX_DEPTH = 200

/** The pages in order. Stops at cycles and at a maximum depth of the tree. */
export function pagesOf(document: PDFDocument): PageNode[] {
  const { context, catalog } = document
  const pages: PageNode[] = []
  const seen = new Set<PDFDict>()
  const root = dictAt(catalog, 'Pages')
  const stack: { dict: PDFDict; ref: PDFRef | null; above: Inherited; depth: number }[] = root
    ? [{ dict: root, ref: null, above: { rotation: 0, media: undefined, crop: undefined }, depth: 0 }]
    : []
  while (stack.length > 0 && pages.length < MAX_PAGES) {
    const { dict, ref, above, depth } = stack.pop() as (typeof stack)[number]
    const own = inherit(dict, above)
    const kids = arrayAt(dict, 'Kids')
    if (!kids) {
      // A page may occur twice in a tree; a node may not.
      if (ref && nameAt(dict, 'Type') !== 'Pages')
        pages.push({ dict, ref, rotation: own.rotation, box: boxOf(own) })
      continue
    }
    if (seen.has(dict) || depth > MAX_DEPTH) continue
    seen.add(dict)
    for (const kid of kids.asArray().toReversed()) {
      const found = resolved(context, kid)
      if (found instanceof PDFDict && kid instanceof PDFRef)
        stack.push({ dict: found, ref: kid, above: own, depth: depth + 1 })
    }
  }
  return pages
}

interface Inherited {
  rotation: number
  media: number[] | undefined
  crop: number[] | undefined
}

function inherit(dict: PDFDict, above: Inherited): Inherited {
  const rotate = numberAt(dict, 'Rotate')
  const box = (key: string) => {
    const numbers = numbersOf(arrayAt(dict, key))
    return numbers.length >= 4 ? numbers : undefined
  }
  return {
    rotation: rotate === undefined ? above.rotation : (((Math.round(rotate / 90) * 90) % 360) + 360) % 360,
    media: box('MediaBox') ?? above.media,
    crop: box('CropBox') ?? above.crop,
  }
}

function boxOf({ media, crop }: Inherited): PageNode['box'] {
  const [a = 0, b = 0, c = 612, d = 792] = crop ?? media ?? []
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** The annotations of a page, each with its reference if it is indirect. */
export function annotationsOf({ dict }: PageNode): { dict: PDFDict; ref: PDFRef | null }[] {
  const list = arrayAt(dict, 'Annots')
  if (!(list instanceof PDFArray)) return []
  return list.asArray().flatMap((one: PDFObject) => {
    const found = resolved(dict.context, one)
    return found instanceof PDFDict ? [{ dict: found, ref: one instanceof PDFRef ? one : null }] : []
  })
}
