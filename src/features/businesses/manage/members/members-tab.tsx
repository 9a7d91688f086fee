import { useLingui } from '@lingui/react/macro'
import { MailOpenIcon, SearchXIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useMembers } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { useMore } from '../../../../api/scrolled.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../../../problems/index.ts'
import { can } from '../rights.ts'
import { InvitationList } from './invitation-list.tsx'
import { MemberFilters } from './member-filters.tsx'
import { MemberList } from './member-list.tsx'
import { PolicyLine } from './policy-line.tsx'
import { filtersOf, isFiltered, type MembersView, parseView, searchOf } from './view.ts'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** Members and pending invitations, by the view that the address holds. */
export default function MembersTab({ business }: { business: Business }) {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const members = useMembers(business.business_id, filtersOf(view))
  const { data } = members
  const more = useMore(members)
  const change = (patch: Partial<MembersView>) =>
    setSearch(searchOf({ ...view, ...patch }), { replace: true })
  const close = () => change({ dialog: null })
  const manages = can(business, 'members:write')
  const clear = { q: '', role: null, status: null, factor: null }
  return (
    <>
      <MemberFilters business={business} view={view} onChange={change} />
      {view.list === 'members' && <PolicyLine business={business} />}
      <OfflineNote query={members} />
      {members.error && !data ? (
        <Problem error={members.error} onRetry={() => void members.refetch()} />
      ) : !data ? (
        <Coming page paused={members.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        view.list === 'members' ? (
          <MemberList
            business={business}
            members={data.rows}
            count={data.count}
            exact={data.exact}
            order={view.order}
            onOrder={(order) => change({ order })}
            {...more}
          />
        ) : (
          <InvitationList
            business={business}
            invitations={data.rows}
            count={data.count}
            exact={data.exact}
            {...more}
          />
        )
      ) : isFiltered(view) ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => change(clear) }}
        >
          {t`Remove a filter or search part of the name or address.`}
        </Empty>
      ) : (
        <Empty
          icon={MailOpenIcon}
          title={t`No pending invitations`}
          {...(manages && {
            action: { label: t`Invite members`, onClick: () => change({ dialog: 'invite' }) },
          })}
        >
          {t`Invitations appear here until they’re accepted, declined or revoked.`}
        </Empty>
      )}
      <Suspense>
        {manages && view.dialog === 'invite' && <InviteDialog business={business} onClose={close} />}
        {manages && view.dialog === 'import' && <ImportDialog business={business} onClose={close} />}
      </Suspense>
    </>
  )
}
