import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { UserXIcon } from 'lucide-react'
import { useSession } from '../../../../api/account.ts'
import { type BusinessUser, useRemoveMember, useResend } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { type ListOf, TitleCell } from '../../../lists/index.ts'
import { useProblemWords } from '../../../problems/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'
import { mayChange } from './ranks.ts'

const idOf = ({ id }: BusinessUser) => id
const HEIGHTS = [88, 44, 44] as const

/** The columns of pending invitations, and the actions of a row. */
export function useInvitationList(business: Business): ListOf<BusinessUser> {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const words = useProblemWords()
  const revoke = useRemoveMember(business.business_id)
  const date = (at: string | null) => (at ? formatDate(new Date(at), { locale: i18n.locale }) : '')
  return {
    label: t`Pending invitations`,
    rowsLabel: t`Invitations`,
    idOf,
    nameOf: ({ email }) => email,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# invitation', other: '# invitations' }) }),
    note: t`Each link works once and expires in 7 days.`,
    acts: {
      width: 'minmax(110px,auto)',
      has: (invitation) => mayChange(business, invitation, user?.id),
      main: (invitation) => <ResendButton business={business} invitation={invitation} />,
      quick: ({ id, email }) => (
        <IconButton
          name={t`Revoke invitation to ${email}`}
          icon={UserXIcon}
          disabled={revoke.isPending}
          onClick={() =>
            revoke.mutate(id, {
              onSuccess: () => showToast({ text: t`Invitation to ${email} revoked.` }),
              onError: (error) => showToast({ kind: 'error', text: words(error) }),
            })
          }
        />
      ),
    },
    columns: [
      {
        id: 'email',
        head: t`E-mail`,
        width: 'minmax(0,2fr)',
        phone: 1,
        cell: ({ id, email }) => <TitleCell id={id} name={email} />,
      },
      {
        id: 'role',
        head: t`Role`,
        width: 'minmax(0,0.8fr)',
        phone: 2,
        className: 'max-sm:text-small',
        cell: ({ role }) => i18n._(ROLE_WORDS[role]),
      },
      {
        id: 'invited',
        head: t`Invited`,
        width: 'minmax(0,1.4fr)',
        phone: 3,
        faint: true,
        className: 'truncate max-sm:text-small',
        cell: ({ invited_at, invited_by }) => {
          const invited = date(invited_at)
          return invited_by ? t`${invited}, by ${invited_by}` : invited
        },
      },
      {
        id: 'expires',
        head: t`Expires`,
        width: 'minmax(0,1fr)',
        faint: true,
        cell: ({ expires_at: at }) => (at && Date.parse(at) <= Date.now() ? t`Expired` : date(at)),
      },
    ],
  }
}

function ResendButton({ business, invitation }: { business: Business; invitation: BusinessUser }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutate, isPending } = useResend(business.business_id)
  const { id, email } = invitation
  return (
    <Button
      size={28}
      aria-label={t`Resend invitation to ${email}`}
      working={isPending}
      verb={t`Sending`}
      onClick={() =>
        mutate(id, {
          onSuccess: () => showToast({ text: t`New invitation sent to ${email}.` }),
          onError: (error) => showToast({ kind: 'error', text: words(error) }),
        })
      }
    >
      {t`Resend`}
    </Button>
  )
}
