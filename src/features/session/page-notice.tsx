import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

/** Why somebody finds themselves at the sign-in page. */
export type Notice = 'expired' | 'tries' | 'reset' | 'deleted'

/** One sentence over the form, handed over by the page before (`navigate(…, { state: { notice } })`). */
export function PageNotice() {
  const { t } = useLingui()
  const { state } = useLocation() as { state: { notice?: Notice } | null }
  const words: Record<Notice, string> = {
    expired: t`It took too long, so the sign-in ended. Begin again.`,
    tries: t`There were too many wrong codes. Begin again.`,
    reset: t`The password is set. Sign in with it.`,
    deleted: t`The account will be deleted in 14 days. Sign in before then to keep it.`,
  }
  const text = state?.notice && words[state.notice]
  if (!text) return null
  return (
    <p role="status" className="mt-4 rounded-control bg-sunk px-3 py-2 text-body">
      {text}
    </p>
  )
}
