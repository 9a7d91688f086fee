import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/logo.tsx'
import { sayError, Title, useOnline } from '../../public-page/index.ts'
import { Pad } from './pad.tsx'
import { useDevice } from './use-device.ts'

/** The second device: nothing of the document is seen here, and one thing is done. */
export function DevicePage({ device }: { device: string }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { stand, refresh, handOver } = useDevice(device)
  const offline = !online && (
    <Banner kind="offline">
      <Trans>You’re offline. Your entries are kept, and nothing is sent until you reconnect.</Trans>
    </Banner>
  )
  if (stand.status === 'open') return <Pad view={stand.view} handOver={handOver} said={offline || null} />
  const says: Partial<Record<typeof stand.status, [heading: string, line: string]>> = {
    done: [t`Continue on the other device`, t`Your drawing was sent. You can close this page.`],
    over: [
      t`This code no longer works`,
      t`It was already used, or its 10 minutes have passed. Show a new code on the other device.`,
    ],
    failed: [t`The code could not be loaded`, stand.status === 'failed' ? sayError(i18n, stand.error) : ''],
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
              <Trans>Retry</Trans>
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
