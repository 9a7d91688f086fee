import { MousePointerClickIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

/** Skips the requests of rows that the arrow keys only pass. */
const REST_MS = 200

type SecondPanelProps = {
  label: string
  /** The id of the content; null if nothing is selected. */
  id: string | null
  /** The hint if nothing is selected. */
  empty: string
  children: ReactNode
}

/** The second panel on very wide screens: the content of the active row, after a short delay. */
export function SecondPanel({ label, id, empty, children }: SecondPanelProps) {
  const [rested, setRested] = useState(id)
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <aside
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className="w-[27rem] flex-none overflow-y-auto border-s border-line-strong focus-visible:focus-inset min-[2200px]:w-[36rem]"
    >
      {id === null ? (
        <p className="mx-auto flex max-w-64 flex-col items-center gap-2.5 px-4 py-24 text-center text-ink-soft">
          <MousePointerClickIcon className="size-6 text-ink-faint" />
          {empty}
        </p>
      ) : (
        id === rested && children
      )}
    </aside>
  )
}
