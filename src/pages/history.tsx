import { useLingui } from '@lingui/react/macro'
import { History } from '../features/history/index.ts'
import { PageTop } from '../features/shell/index.ts'

export default function HistoryPage() {
  const { t } = useLingui()
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`History`} />
      <History />
    </div>
  )
}
