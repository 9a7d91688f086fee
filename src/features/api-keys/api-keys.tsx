import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon, PlusIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { firstRequest, useApiKeys } from '../../api/access.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { Curl } from './curl.tsx'
import { KeyRow } from './key-row.tsx'
import { CONVERT_ONLY } from './scope-labels.ts'
import { useNewKey } from './use-new-key.ts'

const NewKeyDialog = lazy(() => import('./new-key-dialog.tsx'))

const COLUMNS =
  'minmax(0,1.3fr) minmax(0,1.5fr) minmax(0,0.8fr) minmax(0,0.9fr) minmax(0,1.1fr) minmax(76px,auto)'
/** On a phone: the name and its button, under them the rest line by line. */
const NARROW = 'minmax(0,1fr) auto'

/** Of a business: whose keys they are, and whether the viewer may change them. */
export interface KeysOf {
  id: string
  mayWrite: boolean
}

/** Keys for programs that act for the account, or for a business. */
export function ApiKeys({ business = null }: { business?: KeysOf | null }) {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useApiKeys(business?.id)
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
        <Panel title={t`Keys`} note={t({ message: plural(count, { one: '# key', other: '# keys' }) })} flush>
          <Table
            label={t`API keys`}
            columns={COLUMNS}
            narrow={NARROW}
            className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
          >
            <TableHead>
              <HeadCell>{t`Name`}</HeadCell>
              <HeadCell>{t`Permissions`}</HeadCell>
              <HeadCell>{t`Created`}</HeadCell>
              <HeadCell>{t`Expires`}</HeadCell>
              <HeadCell>{t`Last used`}</HeadCell>
              <HeadCell>
                <span className="sr-only">{t`Revoke`}</span>
              </HeadCell>
            </TableHead>
            {data.results.map((key) => (
              <KeyRow key={key.id} apiKey={key} business={business} />
            ))}
          </Table>
        </Panel>
      )}
      <Suspense>{open && <NewKeyDialog business={business?.id ?? null} onClose={close} />}</Suspense>
    </PageFrame>
  )
}

/** With no keys the button stands where the keys would. */
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
