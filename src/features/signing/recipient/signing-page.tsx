import { Trans, useLingui } from '@lingui/react/macro'
import {
  CheckIcon,
  HourglassIcon,
  LinkIcon,
  LockIcon,
  type LucideIcon,
  PauseIcon,
  SignatureIcon,
  UnlinkIcon,
  XIcon,
} from 'lucide-react'
import type { SignerState, SigningView } from '../../../api/public-signing.ts'
import { Banner } from '../../../ui/banner.tsx'
import {
  LandingFoot,
  LinkFailed,
  PaperSheet,
  Who as Sender,
  Title,
  useOnline,
} from '../../public-page/index.ts'
import { ClosedView } from './closed-view.tsx'
import { IntroView } from './intro-view.tsx'
import type { LoadRoom } from './room-props.ts'
import { Unlock } from './unlock.tsx'
import { useSigning } from './use-signing.ts'
import { useSigningForm } from './use-signing-form.ts'

const ICONS: Record<SignerState, LucideIcon> = {
  open: SignatureIcon,
  waiting: HourglassIcon,
  done: CheckIcon,
  sealing: CheckIcon,
  completed: CheckIcon,
  declined: XIcon,
  delegated: SignatureIcon,
  voided: XIcon,
  paused: PauseIcon,
  expired: XIcon,
}

const LINK_ICONS = { asking: LinkIcon, failed: LinkIcon, locked: LockIcon, closed: UnlinkIcon }

/** The page of a recipient: opened by the link, without an account. */
export function SigningPage({ token, loadRoom }: { token: string; loadRoom: LoadRoom }) {
  const { t } = useLingui()
  const online = useOnline()
  const { link, isReplaced: focus, refresh, open, ...acts } = useSigning(token)
  const isOpen = link.status === 'open' && link.view.state === 'open'
  const room = useSigningForm(loadRoom, isOpen)
  const offline = online ? null : (
    <Banner kind="offline">
      <Trans>You’re offline. Your entries are kept, and nothing is sent until you reconnect.</Trans>
    </Banner>
  )
  if (isOpen && room.Room) return <room.Room view={link.view} token={token} notice={offline} {...acts} />
  return (
    <>
      {offline}
      <div className="landing">
        <main className="landing-main">
          {(link.status === 'open' || link.status === 'locked') && <Who view={link.view} />}
          {link.status === 'locked' && <Unlock view={link.view} token={token} open={open} focus={focus} />}
          {link.status === 'open' &&
            (link.view.state === 'open' ? (
              <IntroView view={link.view} room={room} focus={focus} />
            ) : (
              <ClosedView view={link.view} state={link.view.state} focus={focus} />
            ))}
          {link.status === 'closed' && (
            <>
              <Title focus={focus} name="Filewright">
                <Trans>Link not found</Trans>
              </Title>
              <p className="landing-what">
                {t`Check that the URL is complete. If the link was replaced, use the one in your latest e-mail or ask the sender.`}
              </p>
            </>
          )}
          {link.status === 'failed' && <LinkFailed error={link.error} focus={focus} onRetry={refresh} />}
        </main>
        <PaperSheet icon={link.status === 'open' ? ICONS[link.view.state] : LINK_ICONS[link.status]} />
        <LandingFoot />
      </div>
    </>
  )
}

/** The sender and the requested action. */
function Who({ view: { sender, me, state } }: { view: SigningView }) {
  const { t } = useLingui()
  const texts = {
    signer: t`asks you to sign`,
    approver: t`asks you to approve`,
    viewer: t`shared a document with you`,
    copy: t`sent you a copy`,
  }
  const asks = state === 'open' || state === 'waiting'
  return <Sender from={sender} text={asks ? texts[me.role] : t`sent you this request`} />
}
