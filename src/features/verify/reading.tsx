import { Trans, useLingui } from '@lingui/react/macro'
import { FileName } from '../../ui/file-name.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { TextButton } from '../../ui/text-button.tsx'

type ReadingProps = { file: File; done: number; onStop: () => void }

export function Reading({ file, done, onStop }: ReadingProps) {
  const { t } = useLingui()
  const percent = Math.floor(done * 100)
  return (
    <div className="grid grid-cols-1 gap-2 rounded-sheet border border-line-strong bg-surface p-4">
      <FileName name={file.name} strong />
      <ProgressLine label={t`Reading the file`} percent={percent} />
      <p className="flex justify-between gap-4 text-small text-ink-soft">
        <Trans>Reading on this device: {percent}%</Trans>
        <TextButton onClick={onStop}>
          <Trans>Stop</Trans>
        </TextButton>
      </p>
    </div>
  )
}
