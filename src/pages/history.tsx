import { useLingui } from '@lingui/react/macro'
import { ExportLink, History } from '../features/history/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { useMedia } from '../lib/use-media.ts'

export default function HistoryPage() {
  const { t } = useLingui()
  // On phones it is behind the filters.
  const phone = useMedia('(max-width: 39.99rem)')
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`History`} actions={!phone && <ExportLink />} />
      <History />
    </div>
  )
}
