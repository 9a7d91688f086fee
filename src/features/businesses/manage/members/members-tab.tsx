import { useLingui } from '@lingui/react/macro'
import { MailOpenIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useMembers } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../../../lists/index.ts'
import { can } from '../rights.ts'
import { MemberFilters } from './member-filters.tsx'
import { PolicyLine } from './policy-line.tsx'
import { assignableBy } from './ranks.ts'
import { useInvitationList } from './use-invitation-list.tsx'
import { useMemberActions } from './use-member-actions.ts'
import { useMemberBulk } from './use-member-bulk.tsx'
import { useMemberList } from './use-member-list.tsx'
import { filtersOf, isFiltered, parseView, searchOf } from './view.ts'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** Members or pending invitations, by the view in the URL. */
export default function MembersTab({ business }: { business: Business }) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const view = parseView(search)
  const change = useChangeView(view, searchOf)
  const query = useMembers(business.business_id, filtersOf(view))
  const acts = useMemberActions(business)
  const members = useMemberList(business, acts, view.order, (order) => change({ order }))
  const { bulk, dialog } = useMemberBulk(assignableBy(business), acts)
  const invitations = useInvitationList(business)
  const close = () => change({ dialog: null })
  const manages = can(business, 'members:write')
  const shared = {
    query,
    filtered: isFiltered(view),
    noMatches: {
      hint: t`Remove a filter or search for part of the name or address.`,
      onClear: () => change({ q: '', role: null, status: null, factor: null }),
    },
    empty: (
      <Empty
        icon={MailOpenIcon}
        title={t`No pending invitations`}
        {...(manages && {
          action: { label: t`Invite members`, onClick: () => change({ dialog: 'invite' }) },
        })}
      >
        {t`Invitations appear here until they’re accepted, declined or revoked.`}
      </Empty>
    ),
  }
  return (
    <>
      <MemberFilters business={business} view={view} onChange={change} />
      {view.list === 'members' ? (
        <>
          <PolicyLine business={business} />
          <ResourceList {...shared} list={members} bulk={bulk} selectable={members.acts?.has} />
        </>
      ) : (
        <ResourceList {...shared} list={invitations} />
      )}
      {dialog}
      <Suspense>
        {manages && view.dialog === 'invite' && <InviteDialog business={business} onClose={close} />}
        {manages && view.dialog === 'import' && <ImportDialog business={business} onClose={close} />}
      </Suspense>
    </>
  )
}
