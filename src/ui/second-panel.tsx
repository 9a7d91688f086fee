import { MousePointerClickIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

/** Whoever walks through the rows with the arrow keys does not want the file of each. */
const REST_MS = 200

type SecondPanelProps = {
  label: string
  /** What is shown; null where nothing is chosen. */
  id: string | null
  /** What to do where nothing is chosen. */
  empty: string
  children: ReactNode
}

/**
 * The second panel of a very wide screen: what the row that one is at holds, once one rests there.
 */
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
