import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import type { SigningView } from '../../../api/public-signing.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { sayError } from '../../public-page/index.ts'

type FinishProps = { view: SigningView; onBack: (() => void) | null; send: () => Promise<void> }

/** The last step: consent to electronic records, and signing. */
export function Finish({ view, onBack, send }: FinishProps) {
  const { t, i18n } = useLingui()
  const [agrees, setAgrees] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Two clicks in one frame count once: the state is only updated by the next render.
  const sending = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const approves = view.me.role === 'approver'
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current || !agrees) return
    sending.current = true
    setProblem(null)
    setWorking(true)
    try {
      await send()
    } catch (error) {
      const isExplained = error instanceof ApiError && error.problem && error.problem.status < 500
      setProblem(isExplained ? error.problem.detail : sayError(i18n, error))
    } finally {
      sending.current = false
      setWorking(false)
    }
  }
  const from = view.sender.name
  return (
    <form noValidate className="grid gap-3 pt-2 beside:pt-0" onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1} className="title pe-12 text-title outline-none beside:pe-0">
        {approves ? <Trans>Approve the document</Trans> : <Trans>Sign the document</Trans>}
      </h2>
      <Checkbox checked={agrees} onChange={setAgrees}>
        {t`I agree to sign electronically. My entries, the time, my IP address and device are recorded and visible to ${from} and all signers.`}
      </Checkbox>
      <div role="alert">{problem && <p className="text-bad">{problem}</p>}</div>
      <div className="flex gap-2">
        {onBack && (
          <Button size={36} className="min-h-12" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size={36}
          wide
          className="min-h-12"
          working={working}
          verb={approves ? t`Approving` : t`Signing`}
          disabled={!agrees}
          reason={t`Agree to sign electronically first.`}
        >
          {approves ? <Trans>Approve</Trans> : <Trans>Sign</Trans>}
        </Button>
      </div>
    </form>
  )
}
