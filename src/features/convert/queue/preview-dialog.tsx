import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Conversion } from '../../../api/history.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Preview } from '../../preview/index.ts'

type PreviewDialogProps = {
  /** All results of the list, in order. */
  conversions: readonly Conversion[]
  /** The id of the shown one. */
  at: string
  onMove: (conversionId: string) => void
  onClose: () => void
}

/** A result next to its original, in a dialog; the others are one click away. */
export function PreviewDialog({ conversions, at, onMove, onClose }: PreviewDialogProps) {
  const { t } = useLingui()
  const close = useRef<HTMLButtonElement>(null)
  const wide = useMedia('(min-width: 64rem)')
  const index = conversions.findIndex(({ conversion_id }) => conversion_id === at)
  const conversion = conversions[index]
  if (!conversion) return null
  const [before, after] = [conversions[index - 1], conversions[index + 1]]
  const [place, count] = [index + 1, conversions.length]
  const name = conversion.output?.filename ?? conversion.filename
  return (
    <Dialog
      open
      full
      initialFocus={close}
      onOpenChange={(open) => !open && onClose()}
      title={
        <span className="flex items-baseline gap-3">
          <span className="min-w-0">
            <FileName name={name} />
          </span>
          <span className="ms-auto flex-none font-sans text-small text-ink-soft">
            <Trans>
              {place} of {count}
            </Trans>
          </span>
        </span>
      }
      foot={
        <>
          <span className="me-auto flex gap-1">
            <IconButton
              name={t`Previous result`}
              icon={ChevronLeftIcon}
              size={32}
              disabled={!before}
              onClick={() => before && onMove(before.conversion_id)}
            />
            <IconButton
              name={t`Next result`}
              icon={ChevronRightIcon}
              size={32}
              disabled={!after}
              onClick={() => after && onMove(after.conversion_id)}
            />
          </span>
          <Button render={<Link to={paths.conversion(conversion.conversion_id)} />}>{t`Details`}</Button>
          <DialogClose render={<Button ref={close}>{t`Close`}</Button>} />
          {conversion.download_url && (
            <Button
              variant="primary"
              icon={DownloadIcon}
              render={<a href={conversion.download_url} download />}
            >{t`Download`}</Button>
          )}
        </>
      }
    >
      <Preview key={conversion.conversion_id} conversion={conversion} narrow={!wide} />
    </Dialog>
  )
}
