import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { deferred } from './deferred.tsx'
import { LazyPopup } from './lazy-popup.tsx'

export type PopoverSheet = {
  /** The accessible name. */
  label: string
  /** At the top: a compact motif, a title. Adds a close button. */
  head?: ReactNode
  children: ReactNode
  /** At the bottom: the price and Apply. */
  foot?: ReactNode
  side?: 'bottom' | 'top' | 'inline-end' | 'inline-start'
  align?: 'start' | 'center' | 'end'
  /** Removes the padding, for lists. */
  flush?: boolean
  /** Up to 424 px, for a list of sentences. */
  wide?: boolean
  /** 720 px, for a two-column form. */
  form?: boolean
}

type PopoverProps = PopoverSheet & {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  /** Controlled, if a shortcut or another page also opens it. */
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
