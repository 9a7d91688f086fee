import { Trans, useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignerState, SigningView } from '../../api/public-signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { herePath, Title } from '../public-page/index.ts'

/** States in which there is nothing to fill in. */
export type OverState = Exclude<SignerState, 'open'>

type OverProps = { view: SigningView; state: OverState; focus: boolean; children?: ReactNode }

/** Where there is nothing to do now: why, what comes next, and the sealed document once it is there. */
export function Over({ view, state, focus, children }: OverProps) {
  const { t, i18n } = useLingui()
  const { sender, title, reason, result } = view
  const from = sender.name
  const at = view.acted_at ? formatDateTime(new Date(view.acted_at), { locale: i18n.locale }) : ''
  const says: Record<OverState, [heading: string, line: string]> = {
    waiting: [
      t`It is not your turn yet`,
      t`Others sign before you. You get a mail when it is your turn, with this same address.`,
    ],
    done: [t`You are done`, t`It was written down on ${at}. You get a mail once everybody has signed.`],
    sealing: [
      t`Everybody has signed`,
      t`The sealed document is being made. You get a mail when it is ready.`,
    ],
    completed: [
      t`Everybody has signed`,
      t`The document is sealed: any change to it afterwards can be found.`,
    ],
    declined: [t`It was declined`, t`Nobody can sign it any more. Ask ${from} if that is a mistake.`],
    delegated: [t`Somebody else acts for you`, t`You passed it on. There is nothing left for you to do.`],
    voided: [t`It was called off`, t`${from} has called it off. There is nothing left to do.`],
    paused: [t`It cannot be signed now`, t`It may go on later, or not at all. Ask ${from}.`],
    expired: [t`The time is over`, t`It was not signed by everybody in time. Ask ${from} for more time.`],
  }
  const [heading, line] = says[state]
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
      <p className="landing-what">{line}</p>
      {reason && (
        <p className="landing-message" dir="auto">
          {reason}
        </p>
      )}
      {result && (
        <a className="landing-act mt-5 min-h-12" href={herePath(result.download_url)} download>
          <DownloadIcon className="size-4" />
          <Trans>Download the signed document</Trans>
        </a>
      )}
      {children}
    </>
  )
}
