import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { usePaste } from '../../lib/use-paste.ts'
import { paths } from '../../paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { type DropZoneState, UNREAD_FILES, useDropZone } from '../../ui/use-drop-zone.tsx'
import { StatusLink } from '../status/link/index.ts'
import { Choose } from './choose.tsx'
import { useCheck } from './use-check.ts'
import { useOwnSeal } from './use-own-seal.ts'
import { useParts } from './use-parts.ts'

/** Verifies a signed file, without an account. The file is read locally; only its hash is sent. */
export function Verify() {
  const { t } = useLingui()
  const { parts, bring } = useParts()
  const { checked, check, stop } = useCheck()
  const seal = useOwnSeal(checked.state !== 'empty')
  const [unread, setUnread] = useState(false)
  const take = (file: File) => {
    setUnread(false)
    bring()
    check(file)
  }
  usePaste(({ files: [file] }) => file && take(file))
  const { root, input, open, over } = useDropZone({
    label: t`A signed PDF`,
    accept: '.pdf,application/pdf',
    multiple: false,
    onFiles: ([file]) => file && take(file),
    onError: () => setUnread(true),
  })
  const away = parts === 'away' || (checked.state === 'failed' && checked.why === 'away')
  return (
    <Frame title={t`Verify a signed file`} root={root}>
      {input}
      <p className="max-w-prose text-ink-soft">
        <Trans>
          Check whether a signed PDF is unchanged, who signed it and when. It is read on this device and isn’t
          uploaded; only its hash is sent, to check whether it was sealed here.
        </Trans>
      </p>
      {globalThis.crypto?.subtle === undefined ? (
        <p role="alert">
          <Trans>Browsers verify signatures only over HTTPS. Open this page with https://.</Trans>
        </p>
      ) : (
        <>
          <p role="status" className="sr-only">
            {parts && parts !== 'away' && !away && <parts.Spoken checked={checked} seal={seal} />}
          </p>
          {away && (
            <p role="alert" className="text-bad">
              <Trans>
                The verifier could not be loaded. Check your connection and choose the file again.
              </Trans>
            </p>
          )}
          {parts && parts !== 'away' && !away && checked.state !== 'empty' && (
            <parts.Looked checked={checked} seal={seal} onStop={stop} />
          )}
          {unread && (
            <p role="alert" className="text-bad">
              {t(UNREAD_FILES)}
            </p>
          )}
          <Choose over={over} again={checked.state !== 'empty'} onChoose={open} />
        </>
      )}
    </Frame>
  )
}

type FrameProps = { title: string; root: DropZoneState['root']; children: ReactNode }

function Frame({ title, root, children }: FrameProps) {
  return (
    <div {...root}>
      <div className="mx-auto flex min-h-dvh w-full max-w-[46rem] flex-col gap-8 px-4 py-8 text-read sm:px-8">
        <title>{`${title} – Filewright`}</title>
        <header className="flex flex-wrap items-center justify-between gap-4">
          <Logo />
          <Link
            className="link inline-flex min-h-6 items-center text-small touch:min-h-11"
            to={paths.signIn()}
          >
            <Trans>Sign in</Trans>
          </Link>
        </header>
        <main className="grid grid-cols-1 gap-5">
          <h1 className="title text-display">{title}</h1>
          {children}
        </main>
        <footer className="mt-auto">
          <StatusLink />
        </footer>
      </div>
    </div>
  )
}
