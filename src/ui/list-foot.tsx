import type { ReactNode } from 'react'

/**
 * The line under a list that fills the page, or a panel that says how far its rows stand from its
 * edges.
 */
export const ListFoot = ({ children }: { children: ReactNode }) => (
  <footer className="max-w-page border-t border-line px-4 py-2 text-small text-ink-soft md:ps-(--list-inset,1.5rem) md:pe-(--list-inset,1.25rem)">
    {children}
  </footer>
)
