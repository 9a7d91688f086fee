import type { ReactNode } from 'react'

/** A setting on one line with its label. The control has its own accessible name. */
export function OutputLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-x-3">
      <span aria-hidden="true" className="text-small text-ink-soft">
        {label}
      </span>
      <div className="flex min-w-0 items-center gap-2">{children}</div>
    </div>
  )
}
