import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { showToast } from '../../../ui/toaster.tsx'

/** Restores the queued files when Convert is first opened, and stores the list from then on. */
export function useDrafts(): void {
  const { t } = useLingui()
  const say = useLatest((count: number) =>
    showToast({
      text: t({
        message: plural(count, { one: '# queued file restored', other: '# queued files restored' }),
      }),
    }),
  )
  useEffect(() => {
    if (!('indexedDB' in globalThis)) return
    void import('./drafts/drafts.ts').then(async ({ startDrafts }) => {
      const count = await startDrafts()
      if (count > 0) say.current(count)
    })
  }, [])
}
