import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { drawOnDevice, viewDevice } from '../../../api/public-signing.ts'
import { Banner } from '../../../ui/banner.tsx'
import {
  LandingFoot,
  LinkFailed,
  type LinkRules,
  Title,
  useOnline,
  usePublicLink,
} from '../../public-page/index.ts'
import { Pad } from './pad.tsx'

type DeviceView = Awaited<ReturnType<typeof viewDevice>>

const RULES: LinkRules<DeviceView, 'link_expired'> = { closing: ['link_expired'] }

/** The token in the URL that opened this page, and the upload of the drawing. */
function useDevice(device: string) {
  const ask = useCallback(() => viewDevice(device), [device])
  const { link, refresh, request } = usePublicLink(RULES, ask)
  const [isSent, setSent] = useState(false)
  const send = useCallback(
    async (image: string) => {
      if ((await request(drawOnDevice(device, image).then(() => true))) !== null) setSent(true)
    },
    [device, request],
  )
  return { link, isSent, refresh, send }
}

/** The page of the second device: only the drawing pad, without the document. */
export function DevicePage({ device }: { device: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const { link, isSent, refresh, send } = useDevice(device)
  const offline = online ? null : (
    <Banner kind="offline">
      <Trans>You’re offline. Your entries are kept, and nothing is sent until you reconnect.</Trans>
    </Banner>
  )
  if (link.status === 'open' && !isSent) return <Pad view={link.view} send={send} notice={offline} />
  const [heading, line] = isSent
    ? [t`Continue on the other device`, t`Your drawing was sent. You can close this page.`]
    : [
        t`This code no longer works`,
        t`It was already used, or its 10 minutes have passed. Show a new code on the other device.`,
      ]
  return (
    <>
      {offline}
      <div className="landing">
        <main className="landing-main">
          {(isSent || link.status === 'closed') && (
            <>
              <Title focus={isSent} name={heading}>
                {heading}
              </Title>
              <p className="landing-what">{line}</p>
            </>
          )}
          {link.status === 'failed' && (
            <LinkFailed
              title={<Trans>The code could not be loaded</Trans>}
              error={link.error}
              focus={false}
              onRetry={refresh}
            />
          )}
        </main>
        <LandingFoot />
      </div>
    </>
  )
}
