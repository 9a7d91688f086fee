import { Trans, useLingui } from '@lingui/react/macro'
import { CameraIcon, XIcon } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { HeadButton } from '../head-button.tsx'
import type { Scan } from '../use-scan.ts'

/** The first page that the desk wants retaken, with buttons to take the photo or to decline. */
export function RetakeRequest({ scan, onRetake }: { scan: Scan; onRetake: (page_id: string) => void }) {
  const { t } = useLingui()
  const page = scan.pages.find(({ isRetakeRequested }) => isRetakeRequested)
  const name = scan.session?.desk_name
  return (
    <div role="status">
      {page && (
        <div className="mb-2 flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-raised ps-3">
          <CameraIcon className="size-4 flex-none text-accent" />
          <p className="min-w-0 flex-1 py-1.5">
            {name ? (
              <Trans>
                {name} requested a new photo of page {page.number}.
              </Trans>
            ) : (
              <Trans>The desk requested a new photo of page {page.number}.</Trans>
            )}
          </p>
          <Button size={36} className="min-h-11" onClick={() => onRetake(page.page_id)}>
            <Trans>Retake</Trans>
          </Button>
          <HeadButton label={t`Decline`} icon={XIcon} onClick={() => void scan.declineRetake(page)} />
        </div>
      )}
    </div>
  )
}
