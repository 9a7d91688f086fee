import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/logo.tsx'
import { sayError, Title, useOnline } from '../public-page/index.ts'
import { Over } from './over.tsx'
import { Room } from './room.tsx'
import type { LoadRoom } from './room-props.ts'
import { Unlock } from './unlock.tsx'
import { useSigning } from './use-signing.ts'
import { Who } from './who.tsx'

/** The page of whoever is asked to sign: by their link alone, and without an account. */
export function SigningPage({ token, loadRoom }: { token: string; loadRoom: LoadRoom }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [stand, acts] = useSigning(token)
  // Whoever listens hears the new heading; of the page they came to, the browser tells already.
  const first = useRef<string | null>(null)
  const now = stand.status === 'known' ? (stand.view.locked ?? stand.view.state) : stand.status
  if (stand.status !== 'asking') first.current ??= now
  const focus = first.current !== null && first.current !== now
  return (
    <>
      {!online && (
        <Banner kind="offline">
          <Trans>You are offline. What is here stays, and nothing is sent before the network is back.</Trans>
        </Banner>
      )}
      <div className="landing">
        <main className="landing-main">
          {stand.status === 'known' && <Who view={stand.view} />}
          {stand.status === 'known' &&
            (stand.view.locked ? (
              <Unlock view={stand.view} token={token} open={acts.open} focus={focus} />
            ) : stand.view.state === 'open' ? (
              <Room view={stand.view} token={token} acts={acts} load={loadRoom} focus={focus} />
            ) : (
              <Over view={stand.view} state={stand.view.state} focus={focus} />
            ))}
          {stand.status === 'unknown' && (
            <>
              <Title focus={focus} name="Filewright">
                <Trans>There is no such link</Trans>
              </Title>
              <p className="landing-what">
                {t`Check that the address is whole. It may also have been replaced: look for a newer mail, or ask whoever sent it.`}
              </p>
            </>
          )}
          {stand.status === 'failed' && (
            <>
              <Title focus={focus}>
                <Trans>The link could not be looked up</Trans>
              </Title>
              <p className="landing-what">{sayError(i18n, stand.error)}</p>
              <Button size={36} className="mt-5" onClick={() => void acts.refresh()}>
                <Trans>Try again</Trans>
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
