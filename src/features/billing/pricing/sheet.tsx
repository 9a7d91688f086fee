import type { ReactNode } from 'react'

/** A section with its heading. */
export const Sheet = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section className="min-w-0 rounded-sheet border border-line-strong bg-surface">
    <header className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-3">
      <h2 className="title text-lead">{title}</h2>
      <span className="text-ink-soft">{note}</span>
    </header>
    {children}
  </section>
)
