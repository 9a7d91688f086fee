import type { ReactNode } from 'react'

/** The line below a list that fills a page or a panel. */
export const ListFoot = ({ children }: { children: ReactNode }) => (
  <footer className="max-w-page border-t border-line px-4 py-2 text-small text-ink-soft md:ps-(--list-inset,1.5rem) md:pe-(--list-inset,1.25rem)">
    {children}
  </footer>
)
