import { Trans, useLingui } from '@lingui/react/macro'
import { LinkIcon, LockIcon, UnlinkIcon } from 'lucide-react'
import { useState } from 'react'
import type { PublicShare } from '../../../api/public-share.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Banner } from '../../../ui/banner.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { LandingFoot, LinkFailed, PaperSheet, Who as Sender, useOnline } from '../../public-page/index.ts'
import { Aside } from './aside.tsx'
import { ClosedPage } from './closed-page.tsx'
import type { LoadReader } from './reader-props.ts'
import { ReadingPage } from './reading-page.tsx'
import { Ready } from './ready.tsx'
import { Report } from './report.tsx'
import { Unlock } from './unlock.tsx'
import { useReading } from './use-reading.ts'
import { useShare } from './use-share.ts'
import type { View } from './view.ts'

type SharePageProps = { token: string; first: View; loadReader: LoadReader }

/**
 * A share link's page: the file, its sender, and a button; or the access form, or why it does not
 * open.
 */
export function SharePage({ token, first, loadReader }: SharePageProps) {
  const online = useOnline()
  const hydrated = useHydrated()
  const { link, isReplaced: focus, actions } = useShare(token, first)
  const reading = useReading(link, actions, loadReader)
  return (
    <>
      {!online && (
        <Banner kind="offline">
          <Trans>You’re offline. This page stays open; downloads work again when you reconnect.</Trans>
        </Banner>
      )}
      {link.status === 'open' && <ReadingPage share={link.view} reading={reading} redeem={actions.redeem} />}
      {/* Inert until hydrated, because earlier clicks and input would be lost. */}
      <div className="landing" inert={!hydrated} hidden={link.status === 'open' && reading.open !== null}>
        <main className="landing-main">
          {(link.status === 'open' || link.status === 'locked') && <Who share={link.view} />}
          {link.status === 'open' && (
            <Ready share={link.view} redeem={actions.redeem} reading={reading} focus={focus} />
          )}
          {link.status === 'locked' && (
            <Unlock share={link.view} token={token} unlock={actions.unlock} focus={focus} />
          )}
          {link.status === 'closed' && (
            <ClosedPage code={link.code} from={link.last?.from.name ?? null} focus={focus} />
          )}
          {link.status === 'failed' && (
            <LinkFailed error={link.error} focus={focus} onRetry={actions.refresh} />
          )}
        </main>
        {link.status === 'open' && <Aside share={link.view} />}
        {link.status === 'locked' && <PaperSheet icon={LockIcon} />}
        {link.status === 'closed' && <PaperSheet icon={UnlinkIcon} />}
        {(link.status === 'asking' || link.status === 'failed') && <PaperSheet icon={LinkIcon} />}
        <Foot token={token} reportable={link.status === 'open' || link.status === 'locked'} />
      </div>
    </>
  )
}

/** The owner of the page, and a button to report the file. */
function Foot({ token, reportable }: { token: string; reportable: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <LandingFoot>
      {reportable && (
        <>
          <TextButton
            className="!text-ink-soft !font-regular underline underline-offset-3"
            onClick={() => setOpen(true)}
          >
            <Trans>Report this file</Trans>
          </TextButton>
          <Report token={token} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </LandingFoot>
  )
}

function Who({ share: { from } }: { share: PublicShare }) {
  const { t } = useLingui()
  return <Sender from={from} text={t`shared a file with you`} />
}
