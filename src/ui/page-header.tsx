import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  note?: ReactNode
  /** The page's own buttons, then whatever the frame adds after a hairline. */
  actions?: ReactNode
  frame?: ReactNode
  /** Before the title: the menu button on a phone, the way back. */
  start?: ReactNode
}

/** The 52-px top: a serif title, what it is about, what one can do. */
export function PageHeader({ title, note, actions, frame, start }: PageHeaderProps) {
  return (
    <header className="flex min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
      {start}
      <h1 className="title min-w-0 text-title">{title}</h1>
      {note && <p className="text-ink-soft">{note}</p>}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
        {actions}
        {actions && frame && <span className="mx-2 h-4 border-s border-line-strong max-sm:hidden" />}
        {frame}
      </div>
    </header>
  )
}
