import { PDFDict, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { redraw } from '../form/fill.ts'
import {
  arrayAt,
  at,
  dictAt,
  nameAt,
  numberAt,
  numbersOf,
  type Rect,
  rectOf,
  resolved,
} from '../form/objects.ts'
import { annotationsOf, type PageNode } from '../form/pages.ts'
import { type Form, placesOf } from '../form/tree.ts'
import { n, type Typesetter } from '../form/typeset.ts'
import type { Changes } from '../save/changes.ts'
import { type PageLayer, setAnnotations } from './page-layer.ts'

/** Annotation flags: Hidden and NoView. */
const UNSEEN = 2 | 32
const name = PDFName.of

/**
 * Flattens all form fields as displayed; drops hidden ones. An incremental update: links and
 * annotations stay unchanged.
 */
export async function flattenForm(
  form: Form,
  layerOf: (page: PageNode) => PageLayer,
  set: Typesetter,
  changes: Changes,
): Promise<void> {
  const { document, pages } = form
  const lookless = form.acroForm && at(form.acroForm, 'NeedAppearances')?.toString() === 'true'
  for (const field of form.fields)
    if (lookless || placesOf(field).some(({ dict }) => !dictAt(dict, 'AP')))
      await redraw(form, field, set, changes)
  const shared = form.acroForm && dictAt(form.acroForm, 'DR')
  const done = new Set<PageNode['dict']>()
  for (const page of pages) {
    if (done.has(page.dict)) continue
    done.add(page.dict)
    const widgets = new Set(
      annotationsOf(page)
        .map(({ dict }) => dict)
        .filter(isWidget),
    )
    if (widgets.size === 0) continue
    for (const widget of widgets) drawWidget(widget, layerOf(page), shared, changes)
    setAnnotations(
      page,
      (one) => {
        const found = resolved(document.context, one)
        return !(found instanceof PDFDict && widgets.has(found))
      },
      changes,
    )
  }
  document.catalog.delete(name('AcroForm'))
  document.catalog.delete(name('NeedsRendering'))
  changes.touchCatalog()
}

const isWidget = (dict: PDFDict): boolean => nameAt(dict, 'Subtype') === 'Widget'

function drawWidget(widget: PDFDict, layer: PageLayer, shared: PDFDict | undefined, changes: Changes): void {
  const rect = rectOf(widget)
  const look = lookOf(widget)
  if (!rect || !look || ((numberAt(widget, 'F') ?? 0) & UNSEEN) !== 0) return
  const { dict } = look.stream
  if (nameAt(dict, 'Subtype') !== 'Form') {
    dict.set(name('Subtype'), name('Form'))
    changes.touch(look.ref)
  }
  // Some appearances rely on the form's default resources.
  if (shared && !dictAt(dict, 'Resources')) {
    dict.set(name('Resources'), shared)
    changes.touch(look.ref)
  }
  const place = placeOf(dict, rect)
  if (place) layer.draw(look.ref, place)
}

/** The current appearance stream of a widget. */
function lookOf(widget: PDFDict): { stream: PDFRawStream; ref: PDFRef } | null {
  const { context } = widget
  const looks = dictAt(widget, 'AP')
  let ref = looks?.get(name('N'))
  let found = resolved(context, ref)
  if (found instanceof PDFDict) {
    ref = found.get(name(nameAt(widget, 'AS') ?? 'Off'))
    found = resolved(context, ref)
  }
  return found instanceof PDFRawStream && ref instanceof PDFRef ? { stream: found, ref } : null
}

/** The matrix from an appearance to its rectangle (ISO 32000-1, 12.5.5); null for an empty box. */
function placeOf(look: PDFDict, rect: Rect): string | null {
  const [x1, y1, x2, y2] = numbersOf(arrayAt(look, 'BBox'))
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null
  const matrix = numbersOf(arrayAt(look, 'Matrix'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix.length === 6 ? matrix : []
  const corners = [x1, x2].flatMap((x) =>
    [y1, y2].map((y) => ({ x: a * x + c * y + e, y: b * x + d * y + f })),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  if (!(width > 0 && height > 0 && rect.width > 0 && rect.height > 0)) return null
  const [across, up] = [rect.width / width, rect.height / height]
  return [across, 0, 0, up, rect.x - left * across, rect.y - bottom * up].map(precise).join(' ')
}

/** Scale factors need more digits than coordinates in points. */
const precise = (value: number): string =>
  Math.abs(value) >= 10 ? n(value) : String(Math.round(value * 1e6) / 1e6)
