import { useState } from 'react'
import { collectZip } from '../../../api/convert.ts'
import type { Conversion } from '../../../api/history.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Collects results into one archive, and downloads it. */
export function useZip(done: readonly Conversion[]) {
  const words = useProblemWords()
  const [working, setWorking] = useState(false)
  async function collect() {
    setWorking(true)
    try {
      const url = await collectZip(done.map(({ conversion_id }) => conversion_id))
      if (url) startDownload(url)
    } catch (error) {
      showToast({ kind: 'error', text: words(error) })
    } finally {
      setWorking(false)
    }
  }
  return { working, collect }
}
