import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Building2Icon, PlusIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMemberships } from '../../../api/business-users.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HeadCell, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { InvitationRow } from './invitation-row.tsx'
import { MembershipRow } from './membership-row.tsx'

const CreateDialog = lazy(() => import('./create-dialog.tsx'))

const COLUMNS =
  'minmax(0,2fr) minmax(0,0.8fr) minmax(0,0.9fr) minmax(0,0.7fr) minmax(0,0.8fr) minmax(150px,auto)'
const NARROW = 'minmax(0,1fr) auto'

/** The user's businesses with role and state, and pending invitations. */
export function Businesses() {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isPaused } = useMemberships()
  const invited = (data ?? []).filter(({ status }) => status === 'invited')
  const members = (data ?? []).filter(({ status }) => status !== 'invited')
  return (
    <PageFrame>
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Panel title={t`Businesses`} flush>
          <Coming paused={isPaused} rows={3} />
        </Panel>
      ) : (
        <>
          {invited.length > 0 && (
            <Panel
              title={t`Invitations`}
              note={t({
                message: plural(invited.length, { one: '# pending', other: '# pending' }),
              })}
              flush
            >
              <ul className="divide-y divide-line">
                {invited.map((one) => (
                  <InvitationRow key={one.id} invitation={one} />
                ))}
              </ul>
            </Panel>
          )}
          {members.length === 0 ? (
            <Panel>
              <Empty
                icon={Building2Icon}
                title={t`No businesses yet`}
                action={{ label: t`Create business`, render: <Link to={paths.businesses({ new: '1' })} /> }}
              >
                {t`A business has its own files, credits and members. Invite colleagues and choose what each can do.`}
              </Empty>
            </Panel>
          ) : (
            <Panel title={t`Businesses`} note={formatNumber(members.length, i18n.locale)} flush>
              <Table
                label={t`Businesses`}
                columns={COLUMNS}
                narrow={NARROW}
                className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
              >
                <TableHead>
                  <HeadCell>{t`Name`}</HeadCell>
                  <HeadCell>{t`Your role`}</HeadCell>
                  <HeadCell>{t`Status`}</HeadCell>
                  <HeadCell end>{t`Members`}</HeadCell>
                  <HeadCell end>{t`Credits`}</HeadCell>
                  <HeadCell>
                    <span className="sr-only">{t`Actions`}</span>
                  </HeadCell>
                </TableHead>
                {members.map((one) => (
                  <MembershipRow key={one.id} membership={one} />
                ))}
              </Table>
            </Panel>
          )}
        </>
      )}
      <Suspense>
        {search.get('new') === '1' && <CreateDialog onClose={() => setSearch({}, { replace: true })} />}
      </Suspense>
    </PageFrame>
  )
}

/** Without businesses the button is in the empty state. */
export function CreateBusinessButton() {
  const { t } = useLingui()
  const { data } = useMemberships()
  if (!data?.some(({ status }) => status !== 'invited')) return null
  return (
    <Button variant="primary" icon={PlusIcon} render={<Link to={paths.businesses({ new: '1' })} />}>
      {t`Create business`}
    </Button>
  )
}
