import { useLingui } from '@lingui/react/macro'
import { LoaderIcon } from 'lucide-react'
import { useUploads } from '../../../stores/uploads.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { useProblemWords } from '../../problems/index.ts'
import type { Begun } from './use-begin.ts'

type BeginProgressProps = { begun: Begun; onAgain: () => void; onOther: () => void }

/** The progress with the file, or why it failed. */
export function BeginProgress({ begun, onAgain, onOther }: BeginProgressProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const upload = useUploads(({ uploads }) =>
    uploads.find(({ id }) => begun.step === 'sending' && id === begun.upload),
  )
  const failed = begun.step === 'failed'
  const percent = upload && upload.size > 0 ? (upload.sent / upload.size) * 100 : undefined
  const texts = {
    looking: t`Checking file…`,
    sending: upload?.state === 'offline' ? t`Offline. The upload resumes automatically.` : t`Uploading file…`,
    converting: t`Converting to PDF…`,
    making: t`Creating draft…`,
    failed: t`The file could not be added.`,
  }
  return (
    <div className="grid w-full max-w-96 justify-items-center gap-2 text-center">
      {begun.name && (
        <h2 className="max-w-full font-medium">
          <FileName name={begun.name} />
        </h2>
      )}
      {failed ? (
        <p role="alert" className="text-bad">
          {texts.failed} {words(begun.error)}
        </p>
      ) : (
        <>
          <p role="status" className="flex items-center gap-2 text-ink-soft">
            <LoaderIcon className="turns" />
            {texts[begun.step]}
          </p>
          {percent !== undefined && (
            <div className="w-full">
              <ProgressLine label={t`Uploading`} percent={percent} />
            </div>
          )}
        </>
      )}
      <div className="mt-2 flex gap-2">
        {failed && (
          <Button variant="primary" onClick={onAgain}>
            {t`Retry`}
          </Button>
        )}
        <Button onClick={onOther}>{failed ? t`Choose another file` : t`Cancel`}</Button>
      </div>
    </div>
  )
}
