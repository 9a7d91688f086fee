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
    <header className="flex flex-none min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
      {start}
      {/* On a phone it takes what is left, and lines of its own if it must; the actions go under it when they do not fit. */}
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
        <div className="peer ms-auto flex flex-wrap items-center justify-end gap-2 empty:hidden max-sm:order-last max-sm:grow max-sm:*:grow">
          {actions}
        </div>
      )}
      {actions && frame && (
        <span className="mx-1 h-4 border-s border-line-strong peer-empty:ms-auto peer-empty:me-0 peer-empty:border-s-0 max-sm:hidden" />
      )}
      {frame && (
        <div className={classNames('flex items-center gap-2 max-sm:ms-auto', !actions && 'ms-auto')}>
          {frame}
        </div>
      )}
    </header>
  )
}
