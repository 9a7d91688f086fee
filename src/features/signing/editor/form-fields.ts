import type { SigningField } from '../../../api/signing.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { PdfField, Rect } from '../../pdf/viewer/index.ts'
import { LEAST_POINTS } from './boxes.ts'
import type { FieldKind, FieldPlace } from './draft.ts'

const KIND: Record<PdfField['type'], FieldKind | null> = {
  text: 'text',
  date: 'date',
  checkbox: 'checkbox',
  radio: 'radio',
  choice: 'choice',
  list: 'choice',
  signature: 'signature',
  button: null,
}
const MOST_PLACES = 200
const MOST_OPTIONS = 100
const cut = (text: string, most: number) => text.trim().slice(0, most).trim()

/**
 * Converts the PDF's form fields to signature fields for one recipient. Skips existing ones and
 * buttons.
 */
export function fromForm(
  form: readonly PdfField[],
  recipient: string,
  taken: ReadonlySet<string>,
): SigningField[] {
  const byName = Map.groupBy(form, ({ name }) => name)
  return [...byName].flatMap(([name, widgets]) => {
    const [first] = widgets
    if (!first || !name || taken.has(name) || first.readOnly) return []
    const field = fieldOf(name, first, widgets, recipient)
    return field ? [field] : []
  })
}

/**
 * Whether a widget is visible on its page: complete, and large enough. Some forms have fields
 * outside the page.
 */
export function isSeen({ rect }: PdfField, [left, bottom, right, top]: Rect): boolean {
  const { x, y, width, height } = rectOf(rect)
  return (
    width >= LEAST_POINTS &&
    height >= LEAST_POINTS &&
    x >= left &&
    y >= bottom &&
    x + width <= right &&
    y + height <= top
  )
}

/** The form fields that signature fields replace, and that are hidden. */
export function coveredBy(form: readonly PdfField[], fields: readonly SigningField[]): PdfField[] {
  const names = new Set(fields.map(({ form_field }) => form_field))
  return form.filter(({ name }) => names.has(name))
}

function fieldOf(
  name: string,
  first: PdfField,
  widgets: readonly PdfField[],
  recipient: string,
): SigningField | null {
  const wanted = KIND[first.type]
  if (!wanted) return null
  const options = optionsOf(first, widgets)
  // A radio with one button becomes a checkbox; a list without options becomes text.
  const kind =
    wanted === 'radio' && options.length < 2
      ? 'checkbox'
      : wanted === 'choice' && options.length === 0
        ? 'text'
        : wanted
  const places = widgets.slice(0, MOST_PLACES).map((widget): FieldPlace => {
    const place = { page: widget.page, rect: rectOf(widget.rect) }
    return kind === 'radio' ? { ...place, option: cut(widget.on ?? '', 200) } : place
  })
  const chosen = Array.isArray(first.value) ? (first.value[0] ?? null) : first.value
  return {
    id: randomId(),
    recipient_id: recipient,
    kind,
    places: kind === 'radio' ? places.filter(({ option }) => option && options.includes(option)) : places,
    label: cut(first.tooltip || (name.split('.').at(-1) ?? name), 200),
    help: '',
    required: first.required || kind === 'signature',
    value: startingValue(kind, chosen, options),
    read_only: false,
    options: kind === 'radio' || kind === 'choice' ? options : [],
    max_length: kind === 'text' ? first.maxLength : null,
    min: null,
    max: null,
    form_field: name.slice(0, 1000),
  }
}

function rectOf([x1, y1, x2, y2]: PdfField['rect']): FieldPlace['rect'] {
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)]
  return { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

function optionsOf(first: PdfField, widgets: readonly PdfField[]): string[] {
  const named =
    first.type === 'radio' ? widgets.map(({ on }) => on ?? '') : first.options.map(({ label }) => label)
  return [...new Set(named.map((one) => cut(one, 200)).filter(Boolean))].slice(0, MOST_OPTIONS)
}

function startingValue(
  kind: FieldKind,
  chosen: string | null,
  options: readonly string[],
): SigningField['value'] {
  if (kind === 'checkbox') return chosen !== null
  if (!chosen || kind === 'signature' || kind === 'date') return null
  if (kind === 'radio' || kind === 'choice') return options.includes(chosen) ? chosen : null
  return chosen.slice(0, 10_000)
}
