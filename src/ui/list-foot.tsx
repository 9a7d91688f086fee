import type { ReactNode } from 'react'

/** The line under a list that fills the page. */
export const ListFoot = ({ children }: { children: ReactNode }) => (
  <footer className="max-w-page border-t border-line px-4 py-2 text-small text-ink-soft md:ps-6 md:pe-5">
    {children}
  </footer>
)
