import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type PanelProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** Next to the title: "2,339 in 30 days". */
  note?: ReactNode
  /** At the end of the header: buttons, a badge. */
  actions?: ReactNode
  foot?: ReactNode
  /** Removes the padding, for rows that reach the edges. */
  flush?: boolean
}

/** A sheet on the desk. Hairlines divide its parts; it contains no nested boxes. */
export function Panel({ title, note, actions, foot, flush, className, children, ...rest }: PanelProps) {
  const headed = title !== undefined
  return (
    <section
      {...rest}
      className={classNames(
        'min-w-0 rounded-sheet border border-line-strong bg-surface',
        // A table's last row would cover the rounded corners and double the border.
        flush &&
          '[&>[role=table]:last-child>[role=row]:last-child]:rounded-b-sheet [&>[role=table]:last-child>[role=row]:last-child]:border-b-0',
        className,
      )}
    >
      {headed && (
        <header className="flex min-h-(--size-top) flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2">
          <h2 className="title text-lead">{title}</h2>
          {note && <span className="text-ink-soft">{note}</span>}
          {actions && <span className="ms-auto flex flex-wrap items-center gap-2">{actions}</span>}
        </header>
      )}
      {flush ? children : <div className="p-4">{children}</div>}
      {foot && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5">
          {foot}
        </footer>
      )}
    </section>
  )
}
