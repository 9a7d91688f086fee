import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { LazyPopup } from '../../../ui/lazy-popup.tsx'
import type { ConvertRow } from './rows.ts'
import { useRunLines } from './use-run-lines.ts'

const sheet = deferred(async () => (await import('./losses-sheet.tsx')).LossesSheet)

/**
 * On phones: what the targets of the next run do not preserve, behind a button; nothing if all
 * preserve everything.
 */
export function RunLosses({ ready }: { ready: ConvertRow[] }) {
  const { t } = useLingui()
  const lines = useRunLines(ready).filter(({ losses = [] }) => losses.length > 0)
  if (lines.length === 0) return null
  return (
    <LazyPopup
      trigger={<Button size={28} variant="ghost">{t`What isn’t preserved`}</Button>}
      popup={sheet}
      given={{ lines }}
      haspopup="dialog"
    />
  )
}
