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
import type { FieldKind } from './draft.ts'

export interface Kind {
  kind: FieldKind
  label: MessageDescriptor
  icon: LucideIcon
  /** Places one, pressed without a modifier. */
  letter: string
  /** The default size in points. */
  size: readonly [width: number, height: number]
}

/** Ordered by frequency of use. */
export const KINDS: readonly Kind[] = [
  { kind: 'signature', label: msg`Signature`, icon: SignatureIcon, letter: 'S', size: [170, 46] },
  { kind: 'initials', label: msg`Initials`, icon: PenLineIcon, letter: 'I', size: [66, 28] },
  { kind: 'date', label: msg`Date`, icon: CalendarIcon, letter: 'D', size: [92, 24] },
  { kind: 'name', label: msg`Name`, icon: UserIcon, letter: 'N', size: [150, 24] },
  { kind: 'email', label: msg`E-mail`, icon: AtSignIcon, letter: 'E', size: [170, 24] },
  { kind: 'text', label: msg`Text`, icon: TypeIcon, letter: 'T', size: [150, 24] },
  { kind: 'number', label: msg`Number`, icon: HashIcon, letter: 'U', size: [84, 24] },
  { kind: 'checkbox', label: msg`Checkbox`, icon: SquareCheckIcon, letter: 'C', size: [16, 16] },
  { kind: 'radio', label: msg`Radio`, icon: CircleDotIcon, letter: 'O', size: [16, 16] },
  { kind: 'choice', label: msg`Dropdown`, icon: ListIcon, letter: 'L', size: [150, 24] },
  { kind: 'attachment', label: msg`File`, icon: PaperclipIcon, letter: 'A', size: [150, 28] },
]

const BY_KIND = new Map(KINDS.map((one) => [one.kind, one]))
export function kindOf(kind: FieldKind): Kind {
  const found = BY_KIND.get(kind)
  if (!found) throw new Error(`no such kind of field: ${kind}`)
  return found
}
