import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { deferred } from './deferred.tsx'
import { LazyPopup } from './lazy-popup.tsx'

export type PopoverSheet = {
  /** What it is about, for the screen reader. */
  label: string
  /** At the top: a compact motif, a title. With it comes a close button. */
  head?: ReactNode
  children: ReactNode
  /** At the foot: the price and Apply. */
  foot?: ReactNode
  side?: 'bottom' | 'top' | 'inline-end' | 'inline-start'
  align?: 'start' | 'center' | 'end'
  /** Lists bring their own padding. */
  flush?: boolean
  /** 424 px at most, for a list of sentences. */
  wide?: boolean
  /** 720 px, for a form of two columns. */
  form?: boolean
}

type PopoverProps = PopoverSheet & {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  /** Where a key or another page opens it too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const popup = deferred(async () => (await import('./popover-popup.tsx')).PopoverPopup)

export function Popover({ trigger, open, onOpenChange, ...sheet }: PopoverProps) {
  return (
    <LazyPopup
      trigger={trigger}
      popup={popup}
      given={sheet}
      haspopup="dialog"
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
