import { Trans, useLingui } from '@lingui/react/macro'
import { LinkIcon, LockIcon, UnlinkIcon } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError, Title, useOnline } from '../../public-page/index.ts'
import { Aside, Sheet } from './aside.tsx'
import { ClosedPage } from './closed-page.tsx'
import { Foot } from './foot.tsx'
import type { LoadReader } from './reader-props.ts'
import { ReadingPage } from './reading-page.tsx'
import { Ready } from './ready.tsx'
import { Unlock } from './unlock.tsx'
import { useReading } from './use-reading.ts'
import { useShare } from './use-share.ts'
import type { View } from './view.ts'
import { Who } from './who.tsx'

type SharePageProps = { token: string; first: View; loadReader: LoadReader }

/** A share link's page: what is shared, by whom, and one button; or what is asked for first, or why nothing opens. */
export function SharePage({ token, first, loadReader }: SharePageProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const hydrated = useHydrated()
  const [view, acts] = useShare(token, first)
  const reading = useReading(view, acts, loadReader)
  const [shownFirst] = useState(first.status)
  // A screen reader announces the new heading; the browser announces the first page itself.
  const focus = view.status !== shownFirst
  return (
    <>
      {!online && (
        <Banner kind="offline">
          <Trans>You’re offline. This page stays open; downloads work again when you reconnect.</Trans>
        </Banner>
      )}
      {view.status === 'open' && <ReadingPage share={view.share} reading={reading} redeem={acts.redeem} />}
      {/* What is pressed or typed before the script has come would be lost. */}
      <div className="landing" inert={!hydrated} hidden={view.status === 'open' && reading.open !== null}>
        <main className="landing-main">
          {view.status === 'open' && (
            <>
              <Who share={view.share} />
              <Ready share={view.share} redeem={acts.redeem} reading={reading} focus={focus} />
            </>
          )}
          {view.status === 'locked' && (
            <>
              <Who share={view.share} />
              <Unlock share={view.share} token={token} unlock={acts.unlock} focus={focus} />
            </>
          )}
          {view.status === 'closed' && (
            <ClosedPage
              code={view.code}
              from={'share' in first ? first.share.from.name : null}
              focus={focus}
            />
          )}
          {view.status === 'failed' && (
            <>
              <Title focus={focus}>
                <Trans>The link could not be loaded</Trans>
              </Title>
              <p className="landing-what">{sayError(i18n, view.error)}</p>
              <Button size={36} className="mt-5" onClick={() => void acts.refresh()}>
                <Trans>Retry</Trans>
              </Button>
            </>
          )}
        </main>
        {view.status === 'open' && <Aside share={view.share} />}
        {view.status === 'locked' && <Sheet icon={LockIcon} />}
        {view.status === 'closed' && <Sheet icon={UnlinkIcon} />}
        {(view.status === 'asking' || view.status === 'failed') && <Sheet icon={LinkIcon} />}
        <Foot token={token} reportable={view.status === 'open' || view.status === 'locked'} />
      </div>
    </>
  )
}
