import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type PageFrameProps = {
  children: ReactNode
  /** A panel beside the content from 1280 px on, under it below. */
  side?: ReactNode
  /** A form or a text is narrower than a list. */
  width?: 'page' | 'read' | 'form'
}

const widths = { page: 'max-w-page', read: 'max-w-read', form: 'max-w-form' }

/** What lies under a page's header: the desk's margins, and the second column. */
export function PageFrame({ children, side, width = 'page' }: PageFrameProps) {
  return (
    <div className={classNames('w-full px-4 pt-4 pb-8 md:ps-6 md:pe-5', widths[width])}>
      {side ? (
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_268px]">
          <div className="grid min-w-0 content-start gap-4">{children}</div>
          <aside className="grid min-w-0 content-start gap-4">{side}</aside>
        </div>
      ) : (
        <div className="grid min-w-0 content-start gap-4">{children}</div>
      )}
    </div>
  )
}
