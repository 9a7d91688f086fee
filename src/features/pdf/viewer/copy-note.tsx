import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { MOST_COPIED } from './copy.ts'
import { type Copying, type PdfHandle, useViewer } from './handle.ts'

/** How long the result is shown. */
const SEEN = 8_000

/** The progress of copying, over the bottom of the pages. */
export function CopyNote({ handle }: { handle: PdfHandle }) {
  const copying = useViewer(handle, (state) => state.copying)
  const over = copying !== null && copying.state !== 'working'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result has its own time
  useEffect(() => {
    if (!over) return
    const timer = setTimeout(() => handle.set({ copying: null }), SEEN)
    return () => clearTimeout(timer)
  }, [over, copying, handle])
  return (
    <div role="status" className="pointer-events-none absolute inset-x-3 bottom-16 flex justify-center">
      {copying && (
        <p className="rounded-control border border-line-strong bg-raised px-3 py-1.5 text-small shadow-pop">
          <Labels copying={copying} />
        </p>
      )}
    </div>
  )
}

function Labels({ copying }: { copying: Copying }) {
  const { t } = useLingui()
  if (copying.state === 'failed') return t`The text couldn’t be copied. Select less text and try again.`
  const { pages } = copying
  if (copying.state === 'working') return t`Copying page ${copying.page} of ${pages}`
  if (copying.cut)
    return t`Copied the text of the first ${MOST_COPIED} pages, the most that can be copied at once.`
  return t({
    message: plural(pages, { one: 'Text of # page copied', other: 'Text of # pages copied' }),
  })
}
