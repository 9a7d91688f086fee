import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type Rect, type Turn, turned } from './geometry.ts'

export type PdfFieldType = 'text' | 'date' | 'checkbox' | 'radio' | 'choice' | 'list' | 'button' | 'signature'

/**
 * One widget of a form field. A field with several widgets (radio buttons, a name that is displayed
 * twice) has one entry for each, with the same name.
 */
export interface PdfField {
  /** The widget's id; the name is the field's. */
  id: string
  /** Fully qualified: "tenant.address.city". */
  name: string
  type: PdfFieldType
  /** From 1. */
  page: number
  /** In PDF user space. */
  rect: Rect
  /** The rotation of its content relative to the page, counterclockwise. */
  rotation: Turn
  /** The font size of its content, in points; null for auto size. */
  fontSize: number | null
  /**
   * Lists may have several selected values. For checkboxes and radio buttons: the value of the one
   * that is on, or null.
   */
  value: string | string[] | null
  /** A checkbox's or a radio button's export value: it is on while the field has this value. */
  on: string | null
  /** The options of a list or of radio buttons. */
  options: { value: string; label: string }[]
  /** A value outside the options may be entered. */
  editable: boolean
  /** Several may be selected. */
  several: boolean
  required: boolean
  readOnly: boolean
  multiline: boolean
  password: boolean
  /** One character in each of `maxLength` cells. */
  comb: boolean
  align: 'left' | 'center' | 'right'
  /** Null for no limit. */
  maxLength: number | null
  /** The form author's tooltip, also read by screen readers. */
  tooltip: string
  /**
   * A date format ("dd/mm/yyyy"), or a number format; null without one. Parsed from the form's
   * scripts, none of which is run.
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

/** The fields of a form, page by page. Only pages with fields are read. */
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

/** A text field that is higher than wide: sometimes only its appearance is rotated. */
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

/** `OPS.beginAnnotation` of pdf.js: id, rectangle, transform, and the appearance's matrix. */
const BEGIN_ANNOTATION = 80

/** The rotation of a page's annotation appearances, counterclockwise, by id. */
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
  // A Map, although its type differs.
  const objects: unknown = await document.getFieldObjects()
  if (!(objects instanceof Map)) return []
  const all = [...objects.values()].flat() as { page?: number; rect?: unknown; type?: string }[]
  const placed = all.filter(({ type }) => type !== '')
  // Some forms lack the page of a field.
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

/** A radio button only knows its own value; the options are those of all buttons. */
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
