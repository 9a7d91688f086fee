import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon, PlusIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { firstRequest, useApiKeys } from '../../api/access.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelTable } from '../lists/index.ts'
import { Coming, Problem } from '../problems/index.ts'
import { Curl } from './curl.tsx'
import { CONVERT_ONLY } from './scope-labels.ts'
import { useKeyList } from './use-key-list.tsx'

const NewKeyDialog = lazy(() => import('./new-key-dialog.tsx'))

/** For a business: its id, and whether the viewer may change its keys. */
export interface KeysOf {
  id: string
  mayWrite: boolean
}

/** Keys for programs that act for the account, or for a business. */
export function ApiKeys({ business = null }: { business?: KeysOf | null }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch, isPaused } = useApiKeys(business?.id)
  const list = useKeyList(business)
  const { open, close } = useNewKey()
  const count = data?.results.length ?? 0
  return (
    <PageFrame>
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Panel title={t`Keys`} flush>
          <Coming paused={isPaused} rows={3} />
        </Panel>
      ) : count === 0 ? (
        <Nothing business={business} />
      ) : (
        <Panel title={t`Keys`} note={formatNumber(count, i18n.locale)} flush>
          <PanelTable list={list} rows={data.results} className="overflow-hidden rounded-b-sheet" />
        </Panel>
      )}
      <Suspense>{open && <NewKeyDialog business={business?.id ?? null} onClose={close} />}</Suspense>
    </PageFrame>
  )
}

/** Without keys the button is in the empty state. */
export function NewKeyButton({ business = null }: { business?: string | null }) {
  const { t } = useLingui()
  const { data } = useApiKeys(business)
  if (!data || data.results.length === 0) return null
  return (
    <Button variant="primary" size={28} icon={PlusIcon} render={<Link to="?new=1" />}>
      {t`Create key`}
    </Button>
  )
}

function Nothing({ business }: { business: KeysOf | null }) {
  const { t } = useLingui()
  const request = firstRequest(CONVERT_ONLY)
  return (
    <Panel>
      <Empty
        icon={KeyRoundIcon}
        title={t`No API keys yet`}
        {...((business?.mayWrite ?? true) && {
          action: { label: t`Create key`, render: <Link to="?new=1" /> },
        })}
      >
        {business
          ? t`API keys let programs act for the business with only the permissions you grant.`
          : t`API keys let programs convert files for you with only the permissions you grant.`}
      </Empty>
      {request && (
        <div className="mx-auto max-w-read pb-4">
          <Curl label={t`Convert a file with a key`} secret="fw_…" {...request} />
        </div>
      )}
    </Panel>
  )
}

/** The dialog for a new key, which the URL opens. */
function useNewKey(): { open: boolean; close: () => void } {
  const [search, setSearch] = useSearchParams()
  return { open: search.get('new') === '1', close: () => setSearch({}, { replace: true }) }
}
