import { CheckIcon, SignatureIcon } from 'lucide-react'
import type { Box } from '../../pdf/viewer/index.ts'
import { type Filled, type SignField, standing } from './steps.ts'

type StandingProps = {
  field: SignField
  filled: Filled
  option: string | undefined
  /** The displayed text: a value, or a prompt. */
  text: string | null
  box: Box
  /** Whether it is the current field. */
  here: boolean
}

/** In narrower fields the check mark would cover the value. */
const ROOM_FOR_CHECK = 64
/** In lower fields, on a page that is fitted to a phone, text would overlap the next field. */
const ROOM_FOR_WORDS = 11

/** The value of a field on the page, or its prompt. */
export function Standing({ field, filled, option, text, box, here }: StandingProps) {
  const { kind } = field
  const check = !field.read_only && !here && box.width >= ROOM_FOR_CHECK && (
    <CheckIcon className="absolute end-1 bottom-1 !size-3 text-paper-ok" />
  )
  const signs = kind === 'signature' || kind === 'initials'
  if (signs) {
    const mark = filled[kind]
    if (mark)
      return (
        <>
          <img
            src={`data:image/png;base64,${mark.picture}`}
            alt=""
            className="size-full object-contain object-left-bottom"
          />
          {check}
        </>
      )
  }
  const value = standing(field, filled)
  if (kind === 'checkbox' || kind === 'radio') {
    const on = kind === 'checkbox' ? value === true : value !== null && value === option
    return <span className="m-auto">{on ? (kind === 'checkbox' ? '✓' : '●') : ''}</span>
  }
  if (typeof value === 'string' && value !== '' && kind !== 'attachment')
    return (
      <>
        <span className="min-w-0 px-0.5">{text}</span>
        {check}
      </>
    )
  return (
    <span
      className="flex min-w-0 flex-1 items-center justify-center gap-1.5 px-1 text-paper-accent"
      style={{ fontSize: Math.min(15, Math.max(9, box.height * 0.5)) }}
    >
      {signs && box.height >= 24 && box.width >= 112 && <SignatureIcon />}
      {box.height >= ROOM_FOR_WORDS && <span className="truncate font-medium">{text}</span>}
    </span>
  )
}
