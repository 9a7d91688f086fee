import { useCollectZip } from '../../../api/convert.ts'
import type { Conversion } from '../../../api/history.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Packs results into one archive, and downloads it. */
export function useZip(done: readonly Conversion[]) {
  const words = useProblemWords()
  const { mutateAsync, isPending: working } = useCollectZip()
  const collect = () =>
    void mutateAsync(done.map(({ conversion_id }) => conversion_id)).then(
      (url) => url && startDownload(url),
      (error) => showToast({ kind: 'error', text: words(error) }),
    )
  return { working, collect }
}
