import { PDFArray, PDFDict, PDFNumber, type PDFObject } from '@cantoo/pdf-lib'
import type { FIELD_FLAGS, PdfField } from '../../../../../contract/pdf.ts'
import { itemsOf, nameAt, nameOf, numberAt, rectOf, textOf } from './objects.ts'
import { buttonsOf, choicesOf, isSeveral, radioOptions } from './options.ts'
import { formatOf } from './script.ts'
import { BITS, type Field, has, inherited, placesOf } from './tree.ts'

type Flag = (typeof FIELD_FLAGS)[number]
type Value = PdfField['value']

const COMMON: readonly Flag[] = ['read_only', 'required', 'no_export']
/** The flags that apply to each field type. */
const OF_TYPE: Readonly<Record<PdfField['type'], readonly Flag[]>> = {
  text: [
    ...(['multiline', 'password', 'file_select', 'no_spell_check', 'no_scroll', 'comb'] as const),
    'rich_text',
  ],
  checkbox: [],
  radio: ['no_toggle_to_off', 'radios_in_unison'],
  choice: ['editable', 'sorted', 'no_spell_check', 'commit_on_change'],
  list: ['sorted', 'multi_select', 'commit_on_change'],
  button: [],
  signature: [],
}

/** Annotation flags `F`: Hidden and NoView. */
const HIDDEN = (1 << 1) | (1 << 5)

/** Converts a field to its wire format. */
export function describeField(field: Field): PdfField {
  const { name, type, chain } = field
  const places = placesOf(field)
  const states = new Map(
    type === 'radio' || type === 'checkbox' ? buttonsOf(field).map((one) => [one.place, one.option]) : [],
  )
  const widgets = places.flatMap((place) => {
    const rect = rectOf(place.dict)
    return rect ? [{ page: place.page + 1, rect, option: states.get(place) ?? null }] : []
  })
  const flags = flagsOf(field)
  const [first] = widgets
  return {
    name,
    type,
    page: first?.page ?? null,
    rect: first?.rect ?? null,
    widgets,
    value: valueIn(field, inherited(chain, 'V')),
    default_value: valueIn(field, inherited(chain, 'DV')),
    options:
      type === 'radio' ? radioOptions(field) : type === 'choice' || type === 'list' ? choicesOf(field) : null,
    flags,
    required: flags.includes('required'),
    read_only: flags.includes('read_only'),
    max_length: type === 'text' ? maxLengthOf(field) : null,
    tooltip: textOf(inherited(chain.slice(0, 1), 'TU')) ?? null,
    ...formatOf([...chain.slice(0, 1), ...places.map(({ dict }) => dict)]),
  }
}

/** Maximum text length; null for none, for which programs also write 0. */
export function maxLengthOf({ chain }: Field): number | null {
  const most = inherited(chain, 'MaxLen')
  const length = most instanceof PDFNumber ? Math.trunc(most.asNumber()) : -1
  return length > 0 && length <= 1_000_000 ? length : null
}

function flagsOf(field: Field): Flag[] {
  const { flags: bits, type } = field
  const isSet = (flag: Flag) =>
    flag === 'radios_in_unison'
      ? has(bits, 'rich_text')
      : flag in BITS && has(bits, flag as keyof typeof BITS)
  const flags = [...COMMON, ...OF_TYPE[type]].filter(isSet)
  const places = placesOf(field)
  const hidden = places.every(({ dict }) => ((numberAt(dict, 'F') ?? 0) & HIDDEN) !== 0)
  return hidden && type !== 'signature' ? [...flags, 'hidden'] : flags
}

function valueIn(field: Field, object: PDFObject | undefined): Value {
  switch (field.type) {
    case 'text':
      return textOf(object) ?? nameOf(object) ?? null
    case 'choice':
      return textsOf(object)[0] ?? null
    case 'list': {
      const texts = textsOf(object)
      return has(field.flags, 'multi_select') ? texts : (texts[0] ?? null)
    }
    case 'checkbox':
    case 'radio':
      return stateValue(field, object)
    case 'signature':
      return object instanceof PDFDict ? true : null
    default:
      return null
  }
}

function textsOf(object: PDFObject | undefined): string[] {
  const parts = object instanceof PDFArray ? itemsOf(object) : [object]
  return parts.flatMap((part) => textOf(part) ?? [])
}

/** The active widget of a button, by its value or, if missing, by its appearance state. */
function stateValue(field: Field, object: PDFObject | undefined): Value {
  const buttons = buttonsOf(field)
  const said = nameOf(object) ?? textOf(object)
  const on =
    said === undefined
      ? buttons.find(({ place, state }) => nameAt(place.dict, 'AS') === state)
      : (buttons.find(({ state }) => state === said) ?? buttons.find(({ option }) => option === said))
  if (field.type === 'radio') return on?.option ?? null
  if (isSeveral(field)) return on?.option ?? false
  return buttons.length === 0 ? said !== undefined && said !== 'Off' : on !== undefined
}
