import type { ReactNode } from 'react'

/** A titled group, separated by hairlines. */
export function OptionsSection({
  title,
  aside,
  children,
}: {
  title: string
  /** At the end of the title: presets, a choice of two. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid gap-3 px-4 py-3.5">
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="font-strong">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}
