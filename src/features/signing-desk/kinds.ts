import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  AtSignIcon,
  CalendarIcon,
  CircleDotIcon,
  HashIcon,
  ListIcon,
  type LucideIcon,
  PaperclipIcon,
  PenLineIcon,
  SignatureIcon,
  SquareCheckIcon,
  TypeIcon,
  UserIcon,
} from 'lucide-react'
import type { SigningField } from '../../api/signing.ts'
import { randomId } from '../../lib/random-id.ts'
import type { FieldKind, FieldPlace } from './draft.ts'

export interface Kind {
  kind: FieldKind
  label: MessageDescriptor
  icon: LucideIcon
  /** Places one, pressed alone. */
  letter: string
  /** In points, where nobody draws it larger. */
  size: readonly [width: number, height: number]
}

/** In the order in which one mostly wants them. */
export const KINDS: readonly Kind[] = [
  { kind: 'signature', label: msg`Signature`, icon: SignatureIcon, letter: 'S', size: [170, 46] },
  { kind: 'initials', label: msg`Initials`, icon: PenLineIcon, letter: 'I', size: [66, 28] },
  { kind: 'date', label: msg`Date`, icon: CalendarIcon, letter: 'D', size: [92, 24] },
  { kind: 'name', label: msg`Name`, icon: UserIcon, letter: 'N', size: [150, 24] },
  { kind: 'email', label: msg`E-mail`, icon: AtSignIcon, letter: 'E', size: [170, 24] },
  { kind: 'text', label: msg`Text`, icon: TypeIcon, letter: 'T', size: [150, 24] },
  { kind: 'number', label: msg`Number`, icon: HashIcon, letter: 'U', size: [84, 24] },
  { kind: 'checkbox', label: msg`Tick box`, icon: SquareCheckIcon, letter: 'C', size: [16, 16] },
  { kind: 'radio', label: msg`Radio`, icon: CircleDotIcon, letter: 'O', size: [16, 16] },
  { kind: 'choice', label: msg`Choice`, icon: ListIcon, letter: 'L', size: [150, 24] },
  { kind: 'attachment', label: msg`File`, icon: PaperclipIcon, letter: 'A', size: [150, 28] },
]

const BY_KIND = new Map(KINDS.map((one) => [one.kind, one]))
export function kindOf(kind: FieldKind): Kind {
  const found = BY_KIND.get(kind)
  if (!found) throw new Error(`no such kind of field: ${kind}`)
  return found
}

/** Room between the circles of a radio, in points. */
const RADIO_STEP = 26

/** A field as it is when it is placed. What has something to choose from has two options, which can be named then. */
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
    // A box that must be ticked is a consent; most are not.
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

/** One more option of a radio, with its circle under the last. */
export function withOption(field: SigningField, option: string): SigningField {
  if (field.kind !== 'radio') return { ...field, options: [...field.options, option] }
  const last = field.places.at(-1)
  if (!last) return field
  const place = { page: last.page, rect: { ...last.rect, y: last.rect.y - RADIO_STEP }, option }
  return { ...field, options: [...field.options, option], places: [...field.places, place] }
}

/** An option by another name, wherever it stands. */
export const renameOption = (field: SigningField, at: number, name: string): SigningField => {
  const before = field.options[at]
  return {
    ...field,
    options: field.options.with(at, name),
    places: field.places.map((place) =>
      place.option === before && before !== undefined ? { ...place, option: name } : place,
    ),
    value: field.value === before ? name : field.value,
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
