import type { PublicShare, Purpose } from '../../../api/public-share.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { herePath } from '../../public-page/index.ts'
import type { Reading } from './use-reading.ts'

type ReadingPageProps = {
  share: PublicShare
  reading: Reading
  redeem: (to: Purpose) => Promise<string | null>
}

/** The reader, which replaces the page. */
export function ReadingPage({ share, reading, redeem }: ReadingPageProps) {
  const { open, close, end, onPage } = reading
  if (!open || !share.file) return null
  const { Reader, url, page } = open
  async function take() {
    const taken = await redeem('take')
    if (taken !== null) startDownload(herePath(taken))
  }
  return (
    <Reader
      name={share.file.file_name}
      bytes={share.file.file_size_bytes}
      url={url}
      page={page}
      onPage={onPage}
      take={take}
      onClose={close}
      onEnded={end}
    />
  )
}
