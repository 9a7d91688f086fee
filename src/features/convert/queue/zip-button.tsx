import { useLingui } from '@lingui/react/macro'
import { PackageIcon } from 'lucide-react'
import { useState } from 'react'
import { collectZip } from '../../../api/convert.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import type { ConvertRow } from './rows.ts'

/** Everything that is done, in one archive. */
export function ZipButton({ rows }: { rows: ConvertRow[] }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [working, setWorking] = useState(false)
  const ids = rows.flatMap(({ state }) =>
    state.kind === 'done' && state.conversion.download_url ? [state.conversion.conversion_id] : [],
  )
  const count = ids.length
  if (count < 2) return null
  async function collect() {
    setWorking(true)
    try {
      const url = await collectZip(ids)
      if (url) startDownload(url)
    } catch (error) {
      showToast({ kind: 'error', text: words(error) })
    } finally {
      setWorking(false)
    }
  }
  return (
    <Button
      size={28}
      icon={PackageIcon}
      working={working}
      verb={t`Creating ZIP`}
      onClick={() => void collect()}
    >
      {t`Download ${count} as ZIP`}
    </Button>
  )
}
