import { Trans, useLingui } from '@lingui/react/macro'
import { FileCheckIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { DropArea } from '../../ui/drop-area.tsx'

type ChooseProps = {
  /** Whether files are dragged over the window. */
  over: boolean
  /** Whether a file was already verified. */
  again: boolean
  onChoose: () => void
}

/** The drop area for a file, with a button that opens the file dialog. */
export function Choose({ over, again, onChoose }: ChooseProps) {
  const { t } = useLingui()
  return (
    <DropArea
      className={
        again
          ? 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4'
          : 'grid justify-items-center gap-3 px-4 py-12 text-center'
      }
      hint={over ? t`Drop to verify` : undefined}
    >
      {!again && <FileCheckIcon className="size-6 text-ink-faint" />}
      {!again && (
        <p className="text-ink-soft">
          <Trans>Drop a signed PDF here, or paste it.</Trans>
        </p>
      )}
      <Button
        variant={again ? 'second' : 'primary'}
        size={36}
        className="min-h-11 text-read"
        onClick={onChoose}
      >
        {again ? <Trans>Verify another file</Trans> : <Trans>Choose a PDF</Trans>}
      </Button>
      {again && (
        <p className="text-ink-soft">
          <Trans>or drop it here</Trans>
        </p>
      )}
    </DropArea>
  )
}
