import { randomUUID } from 'node:crypto'
import { type PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import type { PdfRect } from '../../../../../contract/pdf-edits.ts'
import type { PageNode } from '../form/pages.ts'

/** What a mark becomes: an annotation, with a look that every reader draws as it is. */
export interface Annotation {
  subtype: string
  rect: PdfRect
  /** Operators of its look; in the page's own space, unless `frame` says otherwise. */
  operators: string
  /**
   * The space of the look where that is one of its own, from 0 to width and height, and the way
   * from there.
   */
  frame?: { width: number; height: number; matrix: number[] }
  fonts?: PDFDict
  /** By the name that the look calls it. */
  image?: { name: string; object: PDFObject }
  /** Painted as through coloured glass. */
  multiply?: boolean
  /** 0..1 */
  opacity?: number
  contents?: string
  /** What else the annotation says, for programs that let it be changed. */
  more?: Record<string, unknown>
}

/** Bit 3: it is printed too. */
const PRINT = 4

/** Makes the objects of an annotation; the caller puts it on its page. */
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
