import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/logo.tsx'
import { sayError } from './say-error.ts'
import { Title } from './title.tsx'

type LinkFailedProps = { title?: ReactNode; error: unknown; focus: boolean; onRetry: () => Promise<void> }

/** The server's response about the link failed. */
export function LinkFailed({ title, error, focus, onRetry }: LinkFailedProps) {
  const { i18n } = useLingui()
  return (
    <>
      <Title focus={focus}>{title ?? <Trans>The link could not be loaded</Trans>}</Title>
      <p className="landing-what">{sayError(i18n, error)}</p>
      <Button size={36} className="mt-5" onClick={() => void onRetry()}>
        <Trans>Retry</Trans>
      </Button>
    </>
  )
}

/** The owner of the page. */
export function LandingFoot({ children }: { children?: ReactNode }) {
  return (
    <footer className="landing-foot flex items-center justify-between gap-4 text-[0.8125rem] text-ink-soft">
      <span className="flex items-center gap-1.5">
        <Mark size={16} />
        <Trans>Sent with Filewright</Trans>
      </span>
      {children}
    </footer>
  )
}
