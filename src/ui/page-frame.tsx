import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type PageFrameProps = {
  children: ReactNode
  /** A panel beside the content from 1280 px on, below it on narrower screens. */
  side?: ReactNode
  /** Forms and texts are narrower than lists. */
  width?: 'page' | 'read' | 'form'
  /** For panels with buttons in the second column. */
  wideSide?: boolean
}

const widths = { page: 'max-w-page', read: 'max-w-read', form: 'max-w-form' }

/** The page layout below the header: margins and the second column. */
export function PageFrame({ children, side, width = 'page', wideSide }: PageFrameProps) {
  return (
    <div className={classNames('w-full px-4 pt-4 pb-8 md:ps-6 md:pe-5', widths[width])}>
      {side ? (
        <div
          className={classNames(
            'grid gap-4',
            wideSide ? 'xl:grid-cols-[minmax(0,1fr)_320px]' : 'xl:grid-cols-[minmax(0,1fr)_268px]',
          )}
        >
          <div className="grid min-w-0 content-start gap-4">{children}</div>
          <aside className="grid min-w-0 content-start gap-4">{side}</aside>
        </div>
      ) : (
        <div className="grid min-w-0 content-start gap-4">{children}</div>
      )}
    </div>
  )
}
