import { useLingui } from '@lingui/react/macro'
import type { UserFile } from '../../api/storage.ts'
import { deferred, useDeferred } from '../../ui/deferred.tsx'
import { SecondPanel } from '../../ui/second-panel.tsx'

const GLANCE = deferred(async () => (await import('./preview-card.tsx')).PreviewCard)

/** The second panel on very wide screens: the current file. */
export function SidePanel({ file }: { file: UserFile | undefined }) {
  const { t } = useLingui()
  const Glance = useDeferred(GLANCE, true)
  return (
    <SecondPanel label={t`Selected file`} id={file?.id ?? null} empty={t`Select a file to preview it.`}>
      {file && Glance && <Glance key={file.id} file={file} />}
    </SecondPanel>
  )
}
