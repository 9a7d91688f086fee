import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { FileName } from './file-name.tsx'

type PageHeaderProps = {
  title: string
  /** It is a file's name: one line, cut in the middle where there is no room. */
  file?: boolean | undefined
  note?: ReactNode
  /** The page's own buttons, then whatever the frame adds after a hairline. */
  actions?: ReactNode
  frame?: ReactNode
  /** Before the title: the menu button on a phone, the way back. */
  start?: ReactNode
}

/** The 52-px top: a serif title, what it is about, what one can do. */
export function PageHeader({ title, file, note, actions, frame, start }: PageHeaderProps) {
  return (
    <header className="group/head flex flex-none min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
      {start}
      {/* The actions wrap below the title, and the frame keeps its corner. A phone has no such box:
          there they take a line of their own. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-sm:contents">
        <h1
          className={classNames(
            'title min-w-0 text-title wrap-anywhere',
            file ? 'flex-[1_1_9rem]' : 'max-sm:flex-[1_1_9rem]',
          )}
        >
          {file ? <FileName name={title} /> : title}
        </h1>
        {note && <p className="text-ink-soft">{note}</p>}
        {actions && (
          <div
            data-actions=""
            className="ms-auto flex flex-wrap items-center justify-end gap-2 empty:hidden max-sm:order-last max-sm:grow max-sm:[&>:not([aria-label])]:grow"
          >
            {actions}
          </div>
        )}
      </div>
      {frame && (
        <div className="flex flex-none items-center gap-2 self-start sm:min-h-9 max-sm:ms-auto max-sm:self-center">
          <span className="mx-1 hidden h-4 border-s border-line-strong sm:group-has-[[data-actions]:not(:empty)]/head:block" />
          {frame}
        </div>
      )}
    </header>
  )
}
