import { randomUUID } from 'node:crypto'
import { type PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import type { PdfRect } from '../../../../../contract/pdf-edits.ts'
import type { PageNode } from '../form/pages.ts'

/** The annotation of a mark, with an appearance stream that all readers draw. */
export interface Annotation {
  subtype: string
  rect: PdfRect
  /** Operators of the appearance, in page space unless `frame` is set. */
  operators: string
  /** The appearance's own space, from 0 to width and height, and its matrix. */
  frame?: { width: number; height: number; matrix: number[] }
  fonts?: PDFDict
  /** The image by its resource name. */
  image?: { name: string; object: PDFObject }
  /** Blend mode multiply. */
  multiply?: boolean
  /** 0..1 */
  opacity?: number
  contents?: string
  /** Further entries, for programs that edit the annotation. */
  more?: Record<string, unknown>
}

/** Bit 3: printed too. */
const PRINT = 4

/** Registers the objects of an annotation; the caller adds it to its page. */
export function registerAnnotation(page: PageNode, made: Annotation) {
  const { context } = page.dict
  const { rect, frame, opacity = 1, multiply = false } = made
  const numbers = (...values: number[]) =>
    values.map((value) => PDFNumber.of(Math.round(value * 1000) / 1000))
  const corners = numbers(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
  const state = {
    ...(opacity < 1 ? { CA: opacity, ca: opacity } : {}),
    ...(multiply ? { BM: 'Multiply' } : {}),
  }
  const stated = Object.keys(state).length > 0
  const look = context.flateStream(`q\n${stated ? '/FwS gs\n' : ''}${made.operators}Q\n`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: frame ? numbers(0, 0, frame.width, frame.height) : corners,
    ...(frame ? { Matrix: numbers(...frame.matrix) } : {}),
    Resources: {
      ...(stated ? { ExtGState: { FwS: state } } : {}),
      ...(made.fonts ? { Font: made.fonts } : {}),
      ...(made.image ? { XObject: { [made.image.name]: made.image.object } } : {}),
    },
  } as never)
  const dict = context.obj({
    Type: 'Annot',
    Subtype: made.subtype,
    Rect: corners,
    F: PRINT,
    P: page.ref,
    NM: PDFString.of(randomUUID()),
    M: PDFString.fromDate(new Date()),
    AP: { N: context.register(look) },
    ...(made.contents === undefined ? {} : { Contents: PDFHexString.fromText(made.contents) }),
    ...(opacity < 1 ? { CA: opacity } : {}),
    ...made.more,
  } as never)
  return context.register(dict)
}
