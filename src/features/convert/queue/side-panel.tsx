import { useLingui } from '@lingui/react/macro'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import { SecondPanel } from '../../../ui/second-panel.tsx'
import type { ConvertRow } from './rows.ts'

const GLANCE = deferred(async () => (await import('./preview-card.tsx')).PreviewCard)

/** The second panel on very wide screens: the current file and its result. */
export function SidePanel({ row }: { row: ConvertRow | undefined }) {
  const { t } = useLingui()
  const Glance = useDeferred(GLANCE, true)
  const id = row?.file.id ?? null
  return (
    <SecondPanel label={t`Selected file`} id={id} empty={t`Select a file to preview it here.`}>
      {row && Glance && <Glance key={id} row={row} />}
    </SecondPanel>
  )
}
