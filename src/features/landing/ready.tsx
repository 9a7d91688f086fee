import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import type { PublicShare } from '../../api/public-share.ts'
import { startDownload } from '../../lib/start-download.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from './facts.tsx'
import { sayError } from './say-error.ts'
import { Title } from './title.tsx'
import { useWhat } from './use-what.ts'

type ReadyProps = { share: PublicShare; redeem: () => Promise<string | null>; focus: boolean }

/** What is shared, and the button that gets it. */
export function Ready({ share, redeem, focus }: ReadyProps) {
  const { i18n, t } = useLingui()
  const what = useWhat(share)
  const [state, setState] = useState<'ready' | 'asking' | 'begun'>('ready')
  const [error, setError] = useState<unknown>(null)
  const left = share.downloads_left
  const title = share.title ?? share.file?.file_name ?? ''

  async function download() {
    setError(null)
    setState('asking')
    try {
      const url = await redeem()
      if (url === null) return
      startDownload(url)
      setState('begun')
    } catch (thrown) {
      setError(thrown)
      setState('ready')
    }
  }

  const counted =
    left === null ? '' : t({ message: plural(left, { one: '# download left', other: '# downloads left' }) })
  const begun =
    left === 0
      ? t`The download has begun. It was the last one of this link.`
      : left === null
        ? t`The download has begun.`
        : t`The download has begun; ${counted}.`
  return (
    <>
      <Title name={title} focus={focus}>
        {title}
      </Title>
      <p className="landing-what">{what}</p>
      {share.message && (
        <p className="landing-message" dir="auto">
          {share.message}
        </p>
      )}
      {left !== 0 && (
        <Button
          look="primary"
          wide
          icon={DownloadIcon}
          className="landing-act"
          working={state === 'asking'}
          verb={t`Asking for it`}
          onClick={() => void download()}
        >
          {state === 'begun' ? <Trans>Download again</Trans> : <Trans>Download</Trans>}
        </Button>
      )}
      <p role="status" className={state === 'begun' ? 'mt-3 text-ink-soft' : ''}>
        {state === 'begun' && begun}
      </p>
      <div role="alert">
        {error !== null && (
          <p className="mt-3 flex gap-2 text-bad">
            <CircleAlertIcon className="mt-1" />
            {sayError(i18n, error)}
          </p>
        )}
      </div>
      <Facts share={share} />
    </>
  )
}
