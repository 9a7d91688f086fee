import type { SigningField } from '../../../api/signing.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { FieldKind, FieldPlace } from './draft.ts'

/** The gap between radio buttons, in points. */
const RADIO_STEP = 26

/** A field with its defaults. Choice fields have two options, which can be renamed. */
export function newField(
  kind: FieldKind,
  recipient: string,
  first: FieldPlace,
  optionName: (number: number) => string,
): SigningField {
  const options = kind === 'choice' || kind === 'radio' ? [optionName(1), optionName(2)] : []
  const { rect, page } = first
  const places: FieldPlace[] =
    kind === 'radio'
      ? options.map((option, at) => ({ page, rect: { ...rect, y: rect.y - at * RADIO_STEP }, option }))
      : [first]
  return {
    id: randomId(),
    recipient_id: recipient,
    kind,
    places,
    label: '',
    help: '',
    // A required checkbox is a consent; most are not.
    required: kind !== 'checkbox',
    value: null,
    read_only: false,
    options,
    max_length: null,
    min: null,
    max: null,
    form_field: null,
  }
}

/** Adds an option to a radio field, with its button below the last. */
export function withOption(field: SigningField, option: string): SigningField {
  if (field.kind !== 'radio') return { ...field, options: [...field.options, option] }
  const last = field.places.at(-1)
  if (!last) return field
  const place = { page: last.page, rect: { ...last.rect, y: last.rect.y - RADIO_STEP }, option }
  return { ...field, options: [...field.options, option], places: [...field.places, place] }
}

/** Renames an option in all its places. */
export const renameOption = (field: SigningField, at: number, name: string): SigningField => {
  const previous = field.options[at]
  return {
    ...field,
    options: field.options.with(at, name),
    places: field.places.map((place) =>
      place.option === previous && previous !== undefined ? { ...place, option: name } : place,
    ),
    value: field.value === previous ? name : field.value,
  }
}

export const removeOption = (field: SigningField, at: number): SigningField => {
  const gone = field.options[at]
  return {
    ...field,
    options: field.options.toSpliced(at, 1),
    places: field.kind === 'radio' ? field.places.filter(({ option }) => option !== gone) : field.places,
    value: field.value === gone ? null : field.value,
  }
}
