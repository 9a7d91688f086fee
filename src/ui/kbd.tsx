import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A keyboard key. `on` is the background, so that its border is visible. */
export function Kbd({ children, on = 'paper' }: { children: ReactNode; on?: 'paper' | 'fill' | 'inverse' }) {
  return (
    <kbd
      dir="ltr"
      className={classNames(
        'mono inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-mark border px-1 text-micro touch:hidden',
        on === 'paper' && 'border-line-strong bg-raised text-ink-soft',
        on === 'fill' && 'border-current/50',
        on === 'inverse' && 'border-inverse-line text-on-inverse-soft',
      )}
    >
      {children}
    </kbd>
  )
}
