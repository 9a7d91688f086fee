import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Logo } from '../../../../ui/logo.tsx'
import { CodeForm } from './code-form.tsx'

/** The URL of the desk: without an account it shows this page. */
const DESK = '/scan'

type CodePageProps = {
  title: ReactNode
  line: ReactNode
  onPaired: (token: string) => void
  children: ReactNode
}

/** Pairs this phone by QR code or by entering the code. Also shown when a session has ended. */
export function CodePage({ title, line, onPaired, children }: CodePageProps) {
  return (
    <div className="scan-page">
      <main className="mx-auto flex w-full max-w-96 flex-1 flex-col gap-6 px-5 pt-10 pb-8">
        <div>
          <h1 className="text-title font-strong text-ink" tabIndex={-1}>
            {title}
          </h1>
          <p className="mt-2 text-ink-soft">{line}</p>
        </div>
        {children}
        <CodeForm onPaired={onPaired} />
        <p className="text-small text-ink-soft">
          <Trans>Find the code next to the QR code on the Scan page at the desk.</Trans>
        </p>
        {location.pathname === DESK && (
          <p className="text-small text-ink-soft">
            <Trans>
              At the desk?{' '}
              <a href={`/sign-in?return=${encodeURIComponent(DESK)}`} className="text-accent underline">
                Sign in to start a scan
              </a>
            </Trans>
          </p>
        )}
      </main>
      <footer className="px-5 pb-5 text-center text-ink-soft">
        <Logo size={16} />
      </footer>
    </div>
  )
}
