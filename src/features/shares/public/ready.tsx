import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BookOpenIcon, CircleAlertIcon, DownloadIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PublicShare, Purpose } from '../../../api/public-share.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { Button } from '../../../ui/button.tsx'
import { herePath, sayError, Title } from '../../public-page/index.ts'
import { Details } from './details.tsx'
import type { Reading } from './use-reading.ts'
import { useWhat } from './use-what.ts'

type ReadyProps = {
  share: PublicShare
  redeem: (to: Purpose) => Promise<string | null>
  reading: Reading
  focus: boolean
}

/** The shared file, the download button, and a read button if a browser can display it. */
export function Ready({ share, redeem, reading, focus }: ReadyProps) {
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
      const url = await redeem('take')
      if (url === null) return
      startDownload(herePath(url))
      setState('begun')
    } catch (thrown) {
      setError(thrown)
      setState('ready')
    }
  }

  // After reading, the focus returns to the button.
  const read = useRef<HTMLButtonElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !reading.open) read.current?.focus()
    was.current = reading.open !== null
  }, [reading.open])

  const has = left !== 0 || share.reading_until !== null
  // Without cookies the server can't tell one reader from another.
  const readable = share.readable && navigator.cookieEnabled !== false
  const failed = error ?? reading.error
  const counted =
    left === null ? '' : t({ message: plural(left, { one: '# download left', other: '# downloads left' }) })
  const begun =
    left === 0
      ? t`Download started. That was the last one available.`
      : left === null
        ? t`Download started.`
        : t`Download started; ${counted}.`
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
      {has && (
        <Button
          variant="primary"
          wide
          icon={DownloadIcon}
          className="landing-act"
          working={state === 'asking'}
          verb={t`Preparing`}
          onClick={() => void download()}
        >
          {state === 'begun' ? <Trans>Download again</Trans> : <Trans>Download</Trans>}
        </Button>
      )}
      {has && readable && (
        <Button
          ref={read}
          wide
          icon={BookOpenIcon}
          className="landing-act landing-second"
          working={reading.asking}
          verb={t`Opening`}
          onClick={() => {
            setError(null)
            reading.begin()
          }}
        >
          {share.reading_until === null ? <Trans>Read online</Trans> : <Trans>Continue reading</Trans>}
        </Button>
      )}
      <p role="status" className={state === 'begun' ? 'mt-3 text-ink-soft' : ''}>
        {state === 'begun' && begun}
      </p>
      <div role="alert">
        {failed !== null && (
          <p className="mt-3 flex gap-2 text-bad">
            <CircleAlertIcon className="mt-1" />
            {sayError(i18n, failed)}
          </p>
        )}
      </div>
      <Details share={share} />
    </>
  )
}
