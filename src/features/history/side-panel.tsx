import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import { deferred, useDeferred } from '../../ui/deferred.tsx'
import { SecondPanel } from '../../ui/second-panel.tsx'

const GLANCE = deferred(async () => (await import('./preview-card.tsx')).PreviewCard)

/** The second panel on very wide screens: a preview of the current row. */
export function SidePanel({ conversion }: { conversion: Conversion | undefined }) {
  const { t } = useLingui()
  const Glance = useDeferred(GLANCE, true)
  const id = conversion?.conversion_id ?? null
  return (
    <SecondPanel
      label={t`Selected conversion`}
      id={id}
      empty={t`Select a conversion to preview its result here.`}
    >
      {conversion && Glance && <Glance key={id} conversion={conversion} />}
    </SecondPanel>
  )
}
