import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../../../api/account.ts'
import { type BusinessUser, useRemoveMember, useResend } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { Button } from '../../../../ui/button.tsx'
import { ListTable } from '../../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../../ui/more-foot.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../../ui/table.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'
import { mayChange } from './ranks.ts'

const COLUMNS = 'minmax(0,2fr) minmax(0,0.8fr) minmax(0,1.4fr) minmax(0,1fr) minmax(170px,auto)'
const NARROW = 'minmax(0,1fr)'

type InvitationListProps = More & { business: Business; invitations: readonly BusinessUser[] }

/** Who is invited and has not answered. */
export function InvitationList({ business, invitations, ...more }: InvitationListProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const { data: user } = useSession()
  const height = phone ? 104 : 44
  return (
    <>
      <ListTable
        label={t`Pending invitations`}
        rowsLabel={t`Invitations`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`E-mail`}</HeadCell>
            <HeadCell>{t`Role`}</HeadCell>
            <HeadCell>{t`Invited`}</HeadCell>
            <HeadCell>{t`Expires`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        items={invitations}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(invitation, index) => (
          <InvitationRow
            business={business}
            invitation={invitation}
            index={index}
            height={height}
            changeable={mayChange(business, invitation, user?.id)}
          />
        )}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={invitations.length}
        says={t({ message: plural(invitations.length, { one: '# invitation', other: '# invitations' }) })}
        note={t`Each link works once and expires in 7 days.`}
      />
    </>
  )
}

type InvitationRowProps = {
  business: Business
  invitation: BusinessUser
  index: number
  height: number
  changeable: boolean
}

function InvitationRow({ business, invitation, index, height, changeable }: InvitationRowProps) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const resend = useResend(business.business_id)
  const revoke = useRemoveMember(business.business_id)
  const { id, email, role, invited_by, invited_at, expires_at } = invitation
  const style = { locale: i18n.locale }
  const date = invited_at ? formatDate(new Date(invited_at), style) : ''
  const expired = expires_at !== null && new Date(expires_at).getTime() <= Date.now()
  const end = expires_at ? formatDate(new Date(expires_at), style) : ''
  const failed = {
    onError: (error: Parameters<typeof words>[0]) => showToast({ kind: 'error', text: words(error) }),
  }
  return (
    <Row
      size="settings"
      aria-rowindex={index + 2}
      className="max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      <Cell translate="no" className="truncate font-medium" title={email}>
        {email}
      </Cell>
      <Cell className="max-sm:text-small">{i18n._(ROLE_WORDS[role])}</Cell>
      <Cell faint className="truncate max-sm:text-small">
        {invited_by ? t`${date}, by ${invited_by}` : date}
      </Cell>
      <Cell faint className="max-sm:hidden">
        {expired ? t`Expired` : end}
      </Cell>
      <Cell end className="flex justify-end gap-1 max-sm:justify-start">
        {changeable && (
          <>
            <Button
              size={28}
              aria-label={t`Resend invitation to ${email}`}
              working={resend.isPending}
              verb={t`Sending`}
              onClick={() =>
                resend.mutate(id, {
                  onSuccess: () => showToast({ text: t`New invitation sent to ${email}.` }),
                  ...failed,
                })
              }
            >
              {t`Resend`}
            </Button>
            <Button
              size={28}
              variant="ghost"
              aria-label={t`Revoke invitation to ${email}`}
              disabled={revoke.isPending}
              onClick={() =>
                revoke.mutate(id, {
                  onSuccess: () => showToast({ text: t`Invitation to ${email} revoked.` }),
                  ...failed,
                })
              }
            >
              {t`Revoke`}
            </Button>
          </>
        )}
      </Cell>
    </Row>
  )
}
