import { useLingui } from '@lingui/react/macro'
import { type BusinessUser, useAnswerInvitation } from '../../../api/business-users.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { colourOf } from '../acting/index.ts'
import { ROLE_WORDS } from '../labels/index.ts'

/**
 * An invitation to the user's confirmed e-mail address: it can be answered here, without the mail.
 */
export function InvitationRow({ invitation }: { invitation: BusinessUser }) {
  const { t, i18n } = useLingui()
  const answer = useAnswerInvitation()
  const { id, business, business_id, role, invited_by, expires_at } = invitation
  const { name } = business
  const roleName = i18n._(ROLE_WORDS[role])
  const end = expires_at ? formatDate(new Date(expires_at), { locale: i18n.locale }) : ''
  const accepting = answer.isPending && answer.variables.accept
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar kind="business" name={name} colour={colourOf(business_id)} />
      <span className="min-w-0 flex-1 basis-48">
        <span translate="no" className="block font-medium wrap-anywhere">
          {name}
        </span>
        <span className="block text-small text-ink-soft">
          {invited_by
            ? t`${roleName}, invited by ${invited_by}, expires ${end}`
            : t`${roleName}, expires ${end}`}
        </span>
      </span>
      <Button
        size={28}
        disabled={answer.isPending}
        aria-label={t`Decline invitation from ${name}`}
        onClick={() =>
          answer.mutate(
            { id, accept: false },
            { onSuccess: () => showToast({ text: t`Invitation from ${name} declined.` }) },
          )
        }
      >
        {t`Decline`}
      </Button>
      <Button
        size={28}
        variant="primary"
        aria-label={t`Accept invitation from ${name}`}
        working={accepting}
        verb={t`Accepting`}
        onClick={() =>
          answer.mutate(
            { id, accept: true },
            { onSuccess: () => showToast({ text: t`You’re now a member of ${name}.` }) },
          )
        }
      >
        {t`Accept`}
      </Button>
      {answer.error && (
        <div className="w-full">
          <ProblemLine error={answer.error} />
        </div>
      )}
    </li>
  )
}
