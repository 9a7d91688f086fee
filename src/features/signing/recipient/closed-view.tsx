import { Trans, useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignerState, SigningView } from '../../../api/public-signing.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { herePath, Title } from '../../public-page/index.ts'

/** States without fields to complete. */
export type OverState = Exclude<SignerState, 'open'>

/** States that show when the recipient acted. */
const RECORDED: ReadonlySet<OverState> = new Set(['done', 'sealing', 'completed'])

type OverProps = { view: SigningView; state: OverState; focus: boolean; children?: ReactNode }

/**
 * The page without an action: the reason, what comes next, and the sealed document once it is
 * available.
 */
export function ClosedView({ view, state, focus, children }: OverProps) {
  const { t, i18n } = useLingui()
  const { sender, title, reason, result } = view
  const from = sender.name
  const at = view.acted_at
    ? formatDateTime(new Date(view.acted_at), { locale: i18n.locale, timeZone: 'UTC' })
    : ''
  const acted = view.me.role === 'approver' ? t`You’ve approved` : t`You’ve signed`
  // A signer's own action is confirmed first, even if others acted later.
  const ended = at ? acted : t`Everyone has signed`
  const texts: Record<OverState, [heading: string, line: string]> = {
    waiting: [
      t`It’s not your turn yet`,
      t`Others sign before you. We’ll e-mail you when it’s your turn; your link stays the same.`,
    ],
    done: [acted, t`This page updates when everyone has signed, and we’ll e-mail you a copy.`],
    sealing: [ended, t`Everyone has signed. The PDF is being sealed, and this page updates when it’s ready.`],
    completed: [ended, t`Everyone has signed. The document is sealed: any later change can be detected.`],
    declined: [
      t`This request was declined`,
      t`The document can no longer be signed. Contact ${from} if this is a mistake.`,
    ],
    delegated: [
      t`You delegated this request`,
      t`Another person acts in your place. You don’t need to do anything.`,
    ],
    voided: [t`This request was voided`, t`${from} voided it. You don’t need to do anything.`],
    paused: [t`Signing is paused`, t`It may not resume. Ask ${from} for details.`],
    expired: [
      t`This request has expired`,
      t`Not everyone signed before the deadline. Ask ${from} to extend it.`,
    ],
  }
  const [heading, line] = texts[state]
  return (
    <>
      <Title focus={focus} {...(title && { name: title })}>
        {heading}
      </Title>
      {title && (
        <p className="landing-what font-medium !text-ink">
          <bdi>{title}</bdi>
        </p>
      )}
      {at && RECORDED.has(state) && <p className="landing-what">{t`Recorded on ${at} UTC.`}</p>}
      <p className="landing-what">{line}</p>
      {reason && (
        <p className="landing-message" dir="auto">
          {reason}
        </p>
      )}
      {result && (
        <a className="landing-act mt-5 min-h-12" href={herePath(result.download_url)} download>
          <DownloadIcon className="size-4" />
          <Trans>Download signed PDF</Trans>
        </a>
      )}
      {children}
    </>
  )
}
