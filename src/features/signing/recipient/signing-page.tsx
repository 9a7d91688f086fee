import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/logo.tsx'
import { sayError, Title, useOnline } from '../../public-page/index.ts'
import { ClosedView } from './closed-view.tsx'
import { IntroView } from './intro-view.tsx'
import type { LoadRoom } from './room-props.ts'
import { Unlock } from './unlock.tsx'
import { useSigning } from './use-signing.ts'
import { useSigningForm } from './use-signing-form.ts'
import { Who } from './who.tsx'

/** The page of a recipient: opened by the link, without an account. */
export function SigningPage({ token, loadRoom }: { token: string; loadRoom: LoadRoom }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [stand, acts] = useSigning(token)
  // A screen reader announces the new heading; the browser announces the first page itself.
  const [first, setFirst] = useState<string | null>(null)
  const now = stand.status === 'known' ? (stand.view.locked ?? stand.view.state) : stand.status
  if (stand.status !== 'asking' && first === null) setFirst(now)
  const open = stand.status === 'known' && now === 'open' ? stand.view : null
  const room = useSigningForm(loadRoom, open !== null)
  const focus = first !== null && first !== now
  const offline = !online && (
    <Banner kind="offline">
      <Trans>You’re offline. Your entries are kept, and nothing is sent until you reconnect.</Trans>
    </Banner>
  )
  if (open && room.Room)
    return (
      <room.Room
        view={open}
        token={token}
        sign={acts.sign}
        decline={acts.decline}
        delegate={acts.delegate}
        said={offline || null}
      />
    )
  return (
    <>
      {offline}
      <div className="landing">
        <main className="landing-main">
          {stand.status === 'known' && <Who view={stand.view} />}
          {stand.status === 'known' &&
            (stand.view.locked ? (
              <Unlock view={stand.view} token={token} open={acts.open} focus={focus} />
            ) : stand.view.state === 'open' ? (
              <IntroView view={stand.view} room={room} focus={focus} />
            ) : (
              <ClosedView view={stand.view} state={stand.view.state} focus={focus} />
            ))}
          {stand.status === 'unknown' && (
            <>
              <Title focus={focus} name="Filewright">
                <Trans>Link not found</Trans>
              </Title>
              <p className="landing-what">
                {t`Check that the URL is complete. If the link was replaced, use the one in your latest e-mail or ask the sender.`}
              </p>
            </>
          )}
          {stand.status === 'failed' && (
            <>
              <Title focus={focus}>
                <Trans>The link could not be loaded</Trans>
              </Title>
              <p className="landing-what">{sayError(i18n, stand.error)}</p>
              <Button size={36} className="mt-5" onClick={() => void acts.refresh()}>
                <Trans>Retry</Trans>
              </Button>
            </>
          )}
        </main>
        <footer className="landing-foot flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          <Mark size={16} />
          <Trans>Sent with Filewright</Trans>
        </footer>
      </div>
    </>
  )
}
