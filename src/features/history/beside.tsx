import { useLingui } from '@lingui/react/macro'
import { MousePointerClickIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Conversion } from '../../api/history.ts'
import { deferred, useDeferred } from '../../ui/deferred.tsx'

const GLANCE = deferred(async () => (await import('./glance.tsx')).Glance)

/** Whoever walks through the rows with the arrow keys does not want the file of each. */
const REST_MS = 200

/** The second panel of a very wide screen: a preview of the row that one is at. */
export function Beside({ conversion }: { conversion: Conversion | undefined }) {
  const { t } = useLingui()
  const Glance = useDeferred(GLANCE, true)
  const [id, setId] = useState(conversion?.conversion_id)
  const next = conversion?.conversion_id
  useEffect(() => {
    const timer = setTimeout(() => setId(next), REST_MS)
    return () => clearTimeout(timer)
  }, [next])
  return (
    <aside
      aria-label={t`The row you are at`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className="w-[27rem] flex-none overflow-y-auto border-s border-line-strong focus-visible:focus-inset min-[2200px]:w-[36rem]"
    >
      {conversion && Glance && id === next ? (
        <Glance key={id} conversion={conversion} />
      ) : (
        !conversion && (
          <p className="mx-auto flex max-w-64 flex-col items-center gap-2.5 px-4 py-24 text-center text-ink-soft">
            <MousePointerClickIcon className="size-6 text-ink-faint" />
            {t`Choose a row, and its result is shown here.`}
          </p>
        )
      )}
    </aside>
  )
}
