import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { attachToSigning } from '../../../api/public-signing.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { sayError } from '../../public-page/index.ts'
import type { StepControlProps } from './step-control.tsx'
import { standing } from './steps.ts'

/** Uploads a file as soon as it is selected. The field's value is the id of the upload. */
export function Attachment({ field, label, token, filled, onValue }: StepControlProps) {
  const { t, i18n } = useLingui()
  const [sent, setSent] = useState<{ name: string; size: number } | null>(null)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function send(file: File | undefined) {
    if (!file || working) return
    setProblem(null)
    setWorking(true)
    try {
      const { id, file_name, size_bytes } = await attachToSigning(token, field.id, file)
      setSent({ name: file_name, size: size_bytes })
      onValue(field.id, id)
    } catch (error) {
      const message =
        error instanceof ApiError && error.problem ? error.problem.detail : sayError(i18n, error)
      setProblem(message)
    } finally {
      setWorking(false)
    }
  }
  const there = sent ? `${sent.name}, ${formatBytes(sent.size, i18n.locale)}` : t`File attached.`
  return (
    <div className="grid gap-2">
      {field.help && <p className="text-small text-ink-soft">{field.help}</p>}
      <DropZone
        className="grid justify-items-center gap-2 p-4 text-center"
        label={label}
        multiple={false}
        disabled={working}
        hint={t`Drop to attach`}
        onFiles={([file]) => void send(file)}
      >
        {(open) => (
          <>
            <p className="text-ink-soft touch:hidden">{t`Drop a file here`}</p>
            <Button size={36} working={working} verb={t`Uploading`} onClick={open}>
              {standing(field, filled) ? t`Choose another file` : t`Choose a file`}
            </Button>
          </>
        )}
      </DropZone>
      <p role="status" className="text-ink-soft">
        {standing(field, filled) ? there : ''}
      </p>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
