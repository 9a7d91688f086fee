import { Plural, Trans } from '@lingui/react/macro'
import { DownloadIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import type { QueuedPage } from '../queue/queued-page.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'

const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }

const nameOf = ({ photo }: QueuedPage, at: number) => `Scan ${at + 1}.${ENDINGS[photo.type] ?? 'jpg'}`

/** Saves a photo on this phone, like a click on a download link. */
function download(page: QueuedPage, at: number): void {
  const url = URL.createObjectURL(page.photo)
  const link = document.createElement('a')
  link.href = url
  link.download = nameOf(page, at)
  link.click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Shares photos with another app if it accepts several files, otherwise downloads them one by one.
 */
async function downloadAll(pages: readonly QueuedPage[]): Promise<void> {
  const files = pages.map((page, at) => new File([page.photo], nameOf(page, at), { type: page.photo.type }))
  if (files.length > 1 && navigator.canShare?.({ files })) {
    const isShared = await navigator.share({ files }).then(
      () => true,
      (error) => error instanceof Error && error.name === 'AbortError',
    )
    if (isShared) return
  }
  for (const [at, page] of pages.entries()) download(page, at)
}

/** Photos that can't be sent anymore, because their session has ended. */
export function LeftPhotos({ pages, queue }: { pages: readonly QueuedPage[]; queue: UploadQueue }) {
  const [isSaved, setSaved] = useState(false)
  if (pages.length === 0) return null
  return (
    <section className="flex flex-col gap-3 rounded-sheet border border-line-strong bg-surface p-4">
      <p className="text-ink">
        <Plural
          value={pages.length}
          one="# photo wasn’t uploaded before the session ended. Download it to keep it."
          other="# photos weren’t uploaded before the session ended. Download them to keep them."
        />
      </p>
      <Button
        wide
        size={36}
        icon={DownloadIcon}
        onClick={() => void downloadAll(pages).then(() => setSaved(true))}
      >
        <Plural value={pages.length} one="Download # photo" other="Download # photos" />
      </Button>
      {isSaved && (
        <Button
          wide
          size={36}
          variant="danger"
          icon={Trash2Icon}
          onClick={() => {
            for (const { page_id } of pages) void queue.forget(page_id)
          }}
        >
          <Trans>Delete from phone</Trans>
        </Button>
      )}
    </section>
  )
}
