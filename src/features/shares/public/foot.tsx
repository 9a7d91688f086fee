import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Mark } from '../../../ui/logo.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { Report } from './report.tsx'

/** Whose page this is, and a way to say that a file should not be shared. */
export function Foot({ token, reportable }: { token: string; reportable: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <footer className="landing-foot flex items-center justify-between gap-4 text-[0.8125rem] text-ink-soft">
      <span className="flex items-center gap-1.5">
        <Mark size={16} />
        <Trans>Sent with Filewright</Trans>
      </span>
      {reportable && (
        <>
          <TextButton
            className="!text-ink-soft !font-regular underline underline-offset-3"
            onClick={() => setOpen(true)}
          >
            <Trans>Report this file</Trans>
          </TextButton>
          <Report token={token} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </footer>
  )
}
