import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { FileName } from './file-name.tsx'

type PageHeaderProps = {
  title: string
  /** The title is a file name: one line, truncated in the middle. */
  file?: boolean | undefined
  note?: ReactNode
  /** The page's buttons, followed by the shell's after a separator. */
  actions?: ReactNode
  frame?: ReactNode
  /** Before the title: the menu button on a phone, or a back link. */
  start?: ReactNode
}

/** The 52-px page header: a serif title, a note and actions. */
export function PageHeader({ title, file, note, actions, frame, start }: PageHeaderProps) {
  return (
    <header className="group/head flex flex-none min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
      {start}
      {/* Actions wrap below the title and the shell's buttons stay; on phones they get a line. */}
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
