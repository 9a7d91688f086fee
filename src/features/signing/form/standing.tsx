import { CheckIcon, SignatureIcon } from 'lucide-react'
import type { Box } from '../../pdf/viewer/index.ts'
import { type Filled, type SignField, standing } from './steps.ts'

type StandingProps = {
  field: SignField
  filled: Filled
  option: string | undefined
  /** What is read there: a value, or what is asked for. */
  text: string | null
  box: Box
  /** It is asked for now. */
  here: boolean
}

/** Of narrower ones the mark would cover what stands there. */
const ROOM_FOR_CHECK = 64
/** In lower ones, on a page that is fitted to a phone, words would run over the next field. */
const ROOM_FOR_WORDS = 11

/** What stands in a field on the page, or what is to stand there. */
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
