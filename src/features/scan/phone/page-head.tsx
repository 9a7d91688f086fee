import { type ReactNode, useEffect, useRef } from 'react'

type PageHeadProps = {
  /** The first button: close or back. */
  leading: ReactNode
  title: ReactNode
  line: ReactNode
  /** The view opened over another one: its heading gets the focus. */
  isFocused?: boolean
  /** The last buttons. */
  children?: ReactNode
}

/** The header of every view. */
export function PageHead({ leading, title, line, isFocused = false, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  return (
    <header className="scan-head flex items-center gap-1 px-1">
      {leading}
      <div className="min-w-0 flex-1 py-1.5">
        <h1
          ref={heading}
          tabIndex={-1}
          className="truncate outline-none text-[0.9375rem]/5 font-medium text-ink"
        >
          <bdi>{title}</bdi>
        </h1>
        <p className="line-clamp-2 text-[0.75rem]/4 text-ink-soft">{line}</p>
      </div>
      {children}
    </header>
  )
}
