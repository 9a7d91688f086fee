import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/logo.tsx'
import { sayError, Title, useOnline } from '../public-page/index.ts'
import { Pad } from './pad.tsx'
import { useDevice } from './use-device.ts'

/** The second device: nothing of the document is seen here, and one thing is done. */
export function DevicePage({ device }: { device: string }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { stand, refresh, handOver } = useDevice(device)
  const offline = !online && (
    <Banner kind="offline">
      <Trans>You are offline. What is here stays, and nothing is sent before the network is back.</Trans>
    </Banner>
  )
  if (stand.status === 'open') return <Pad view={stand.view} handOver={handOver} said={offline || null} />
  const says: Partial<Record<typeof stand.status, [heading: string, line: string]>> = {
    done: [t`Done, go on at the other screen`, t`What you drew is there. You can close this page.`],
    over: [
      t`This code is over`,
      t`It was used already, or its ten minutes have passed. Have a new one shown at the other screen.`,
    ],
    failed: [
      t`The code could not be looked up`,
      stand.status === 'failed' ? sayError(i18n, stand.error) : '',
    ],
  }
  const [heading, line] = says[stand.status] ?? []
  return (
    <>
      {offline}
      <div className="landing">
        <main className="landing-main">
          {heading && (
            <>
              <Title focus={stand.status === 'done'} name={heading}>
                {heading}
              </Title>
              <p className="landing-what">{line}</p>
            </>
          )}
          {stand.status === 'failed' && (
            <Button size={36} className="mt-5" onClick={() => void refresh()}>
              <Trans>Try again</Trans>
            </Button>
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
