import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type Rect, type Turn, turned } from './geometry.ts'

export type PdfFieldType = 'text' | 'date' | 'checkbox' | 'radio' | 'choice' | 'list' | 'button' | 'signature'

/**
 * One place of a form's field. A field with several places (radio buttons, a name that is asked
 * once and shown twice) comes as often, under one name.
 */
export interface PdfField {
  /** Of this place; the name is the field's. */
  id: string
  /** Fully qualified: "tenant.address.city". */
  name: string
  type: PdfFieldType
  /** From 1. */
  page: number
  /** In PDF user space. */
  rect: Rect
  /** How far what it holds is rotated against the page, counterclockwise. */
  rotation: Turn
  /** Of what it holds, in points; null where it fits itself to its place. */
  fontSize: number | null
  /**
   * What is chosen of a list may be several. Of a checkbox or a radio button: the value of the one
   * that is on, or null.
   */
  value: string | string[] | null
  /** A checkbox's or a radio button's own value: it is on while the field's is this one. */
  on: string | null
  /** What can be chosen, from a list or among radio buttons. */
  options: { value: string; label: string }[]
  /** A value that is not among the options may be typed. */
  editable: boolean
  /** Several may be chosen. */
  several: boolean
  required: boolean
  readOnly: boolean
  multiline: boolean
  password: boolean
  /** One character to each of `maxLength` boxes. */
  comb: boolean
  align: 'left' | 'center' | 'right'
  /** Null where there is none. */
  maxLength: number | null
  /** The form author's tooltip, also read by screen readers. */
  tooltip: string
  /**
   * How a date is to be written ("dd/mm/yyyy"), or what kind of figure is wanted; null where
   * nothing is said. Read from the form's scripts, none of which is run.
   */
  format: string | null
}

interface Widget {
  id: string
  subtype?: string
  fieldType?: string | null
  fieldName?: string
  fieldValue?: unknown
  fieldFlags?: number
  rect: number[]
  rotation?: number
  hasAppearance?: boolean
  defaultAppearanceData?: { fontSize?: number }
  hidden?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string | null
  options?: { exportValue: string; displayValue: string }[]
  combo?: boolean
  multiSelect?: boolean
  required?: boolean
  readOnly?: boolean
  multiLine?: boolean
  password?: boolean
  comb?: boolean
  textAlignment?: number | null
  maxLen?: number
  alternativeText?: string
  datetimeType?: string | null
  datetimeFormat?: string
  /** By event: the scripts that other programs would run. */
  actions?: Map<string, string[]> | null
}

const EDIT = 1 << 18
const ALIGN = ['left', 'center', 'right'] as const

/** The fields of a form, page by page. Only the pages that have any are looked at. */
export async function fieldsOf(document: PDFDocumentProxy): Promise<PdfField[]> {
  const pages = await pagesWithFields(document)
  const fields: PdfField[] = []
  for (const page of pages) {
    const proxy = await document.getPage(page)
    const all = (await proxy.getAnnotations()) as Widget[]
    const widgets = all.filter(({ subtype, hidden }) => subtype === 'Widget' && !hidden)
    const rotations = widgets.some(isUpended) ? await drawnRotations(proxy) : NONE
    for (const widget of widgets) {
      const field = fieldOf(widget, page)
      fields.push({ ...field, rotation: (isUpended(widget) && rotations.get(widget.id)) || field.rotation })
    }
  }
  return withRadioOptions(fields)
}

const NONE: ReadonlyMap<string, Turn> = new Map()

/**
 * A line of text in a place that is higher than wide: it may be rotated by its appearance alone,
 * without saying so.
 */
const isUpended = ({
  fieldType,
  multiLine,
  hasAppearance,
  rotation,
  rect: [x1, y1, x2, y2],
}: Widget): boolean =>
  (fieldType === 'Tx' || fieldType === 'Ch') &&
  !multiLine &&
  hasAppearance === true &&
  !rotation &&
  (y2 ?? 0) - (y1 ?? 0) > (x2 ?? 0) - (x1 ?? 0)

/** `OPS.beginAnnotation` of pdf.js: id, rectangle, transform, and the matrix of the appearance. */
const BEGIN_ANNOTATION = 80

/** How far the appearances of a page's annotations are rotated, counterclockwise, by their ids. */
async function drawnRotations(page: PDFPageProxy): Promise<ReadonlyMap<string, Turn>> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const found = new Map<string, Turn>()
  for (const [at, fn] of fnArray.entries()) {
    if (fn !== BEGIN_ANNOTATION) continue
    const [id, , , matrix] = argsArray[at] as [string, unknown, unknown, readonly number[] | undefined]
    const [a = 1, b = 0] = matrix ?? []
    found.set(id, turned(Math.round((Math.atan2(b, a) * 2) / Math.PI) * 90))
  }
  return found
}

async function pagesWithFields(document: PDFDocumentProxy): Promise<number[]> {
  // A Map, whatever its type says.
  const objects: unknown = await document.getFieldObjects()
  if (!(objects instanceof Map)) return []
  const all = [...objects.values()].flat() as { page?: number; rect?: unknown; type?: string }[]
  const placed = all.filter(({ type }) => type !== '')
  // Some forms do not say on which page a field is.
  if (placed.some(({ page }) => page === undefined || page < 0))
    return Array.from({ length: document.numPages }, (_, index) => index + 1)
  return [...new Set(placed.map(({ page }) => page! + 1))].sort((a, b) => a - b)
}

function fieldOf(widget: Widget, page: number): PdfField {
  const type = typeOf(widget)
  const on = widget.checkBox ? widget.exportValue : widget.radioButton ? widget.buttonValue : null
  return {
    id: widget.id,
    name: widget.fieldName ?? '',
    type,
    page,
    rect: widget.rect as unknown as Rect,
    rotation: turned(widget.rotation ?? 0),
    fontSize: widget.defaultAppearanceData?.fontSize || null,
    value: chosenOf(widget, type),
    on: on ?? null,
    options: (widget.options ?? []).map(({ exportValue, displayValue }) => ({
      value: exportValue,
      label: displayValue,
    })),
    editable: type === 'choice' && ((widget.fieldFlags ?? 0) & EDIT) !== 0,
    several: widget.multiSelect ?? false,
    required: widget.required ?? false,
    readOnly: widget.readOnly ?? false,
    multiline: widget.multiLine ?? false,
    password: widget.password ?? false,
    comb: (widget.comb ?? false) && (widget.maxLen ?? 0) > 0,
    align: ALIGN[widget.textAlignment ?? 0] ?? 'left',
    maxLength: widget.maxLen || null,
    tooltip: widget.alternativeText ?? '',
    format: formatOf(widget),
  }
}

function typeOf({ fieldType, checkBox, radioButton, combo, datetimeType, actions }: Widget): PdfFieldType {
  if (fieldType === 'Btn') return checkBox ? 'checkbox' : radioButton ? 'radio' : 'button'
  if (fieldType === 'Ch') return combo ? 'choice' : 'list'
  if (fieldType === 'Sig') return 'signature'
  return datetimeType === 'date' || DATE.test(scriptOf(actions)) ? 'date' : 'text'
}

function chosenOf({ fieldValue }: Widget, type: PdfFieldType): PdfField['value'] {
  const given = Array.isArray(fieldValue)
    ? fieldValue.filter((one): one is string => typeof one === 'string')
    : typeof fieldValue === 'string'
      ? fieldValue
      : null
  if (type === 'checkbox' || type === 'radio') return given === 'Off' || given === '' ? null : given
  if (type === 'list') return given === null ? [] : [given].flat()
  return Array.isArray(given) ? (given[0] ?? null) : given
}

const DATE = /AFDate_(?:Format|Keystroke)Ex?\(\s*(?:["']([^"']+)["'])?/
const SPECIAL = ['zip', 'zip+4', 'phone', 'ssn']

const scriptOf = (actions: Widget['actions']) =>
  [...(actions?.get('Format') ?? []), ...(actions?.get('Keystroke') ?? [])].join('\n')

function formatOf({ actions, datetimeFormat }: Widget): string | null {
  const script = scriptOf(actions)
  const date = datetimeFormat ?? DATE.exec(script)?.[1]
  if (date) return date
  const special = /AFSpecial_(?:Format|Keystroke)\(\s*(\d)/.exec(script)?.[1]
  if (special) return SPECIAL[Number(special)] ?? null
  if (/AFPercent_/.test(script)) return 'percent'
  return /AFNumber_/.test(script) ? 'number' : null
}

/** A radio button knows its own value; what can be chosen is known to all of them together. */
function withRadioOptions(fields: PdfField[]): PdfField[] {
  const values = new Map<string, string[]>()
  for (const { type, name, on } of fields)
    if (type === 'radio' && on !== null) values.set(name, [...(values.get(name) ?? []), on])
  return fields.map((field) =>
    field.type === 'radio'
      ? { ...field, options: (values.get(field.name) ?? []).map((value) => ({ value, label: value })) }
      : field,
  )
}
