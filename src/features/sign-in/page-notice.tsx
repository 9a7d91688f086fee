import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

/** Why the user is on the sign-in page. */
export type Notice = 'expired' | 'tries' | 'reset' | 'deleted'

/** A sentence above the form, set by the previous page (`navigate(…, { state: { notice } })`). */
export function PageNotice() {
  const { t } = useLingui()
  const { state } = useLocation() as { state: { notice?: Notice } | null }
  const words: Record<Notice, string> = {
    expired: t`Your sign-in timed out. Start again.`,
    tries: t`Too many wrong codes. Start again.`,
    reset: t`Your password was changed. Sign in with the new one.`,
    deleted: t`Your account will be deleted in 14 days. Sign in before then to keep it.`,
  }
  const text = state?.notice && words[state.notice]
  if (!text) return null
  return (
    <p role="status" className="mt-4 rounded-control bg-sunk px-3 py-2 text-body">
      {text}
    </p>
  )
}
