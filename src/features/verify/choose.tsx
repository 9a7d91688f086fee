import { Trans, useLingui } from '@lingui/react/macro'
import { FileCheckIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'

type ChooseProps = {
  /** Whether files are over the window. */
  over: boolean
  /** Whether one has been looked at. */
  again: boolean
  onFile: (file: File) => void
}

/** The place to drop, and the button that stands for it. */
export function Choose({ over, again, onFile }: ChooseProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropZone
      className={
        again
          ? 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4'
          : 'grid justify-items-center gap-3 px-4 py-12 text-center'
      }
      {...(over && { over: t`Let go to verify it` })}
    >
      {!again && <FileCheckIcon className="size-6 text-ink-faint" />}
      {!again && (
        <p className="text-ink-soft">
          <Trans>Drop a signed PDF here, or paste it.</Trans>
        </p>
      )}
      <Button
        look={again ? 'second' : 'primary'}
        size={36}
        className="min-h-11 text-read"
        onClick={() => input.current?.click()}
      >
        {again ? <Trans>Verify another file</Trans> : <Trans>Choose a PDF</Trans>}
      </Button>
      {again && (
        <p className="text-ink-soft">
          <Trans>or drop it here</Trans>
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".pdf,application/pdf"
        hidden
        aria-label={t`A signed PDF`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file once more is a change too.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </DropZone>
  )
}
