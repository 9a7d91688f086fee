import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, HardDriveIcon, LinkIcon, RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../api/account.ts'
import type { Conversion } from '../../../api/history.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { useShareResult } from '../../shares/manage/index.ts'
import { useStoreOutputs } from '../../storage/index.ts'
import type { Results } from './results.ts'
import { retryRows } from './run.ts'
import { useZip } from './use-zip.ts'

const SHARE_ALL = deferred(async () => (await import('./share-all-dialog.tsx')).ShareAllDialog)

/** Actions for all results: one primary action, and others that need an account. */
export function ResultsActions({ results: { done, failed, locked } }: { results: Results }) {
  const { t } = useLingui()
  const { data: user } = useSession()
  const storeOutputs = useStoreOutputs()
  const sharing = useShareResult()
  const [sharingAll, setSharingAll] = useState<readonly Conversion[] | null>(null)
  const ShareAll = useDeferredDialog(SHARE_ALL, sharingAll !== null, () => setSharingAll(null))
  const count = done.length
  const [first] = done
  const again = failed.filter((row) => !locked.includes(row))
  const retries = again.length
  return (
    <div className="grid gap-2">
      {first && <DownloadAll done={done} />}
      {first && user && (
        <div className="grid grid-cols-2 gap-2">
          <Button
            icon={LinkIcon}
            onClick={() => (count === 1 ? sharing.share(first) : setSharingAll(done))}
          >{t`Share ${count}`}</Button>
          <Button icon={HardDriveIcon} onClick={() => void storeOutputs(done)}>{t`Store ${count}`}</Button>
        </div>
      )}
      {retries > 0 && (
        <Button icon={RotateCcwIcon} wide onClick={() => retryRows(again)}>
          {t({ message: plural(retries, { one: 'Retry # file', other: 'Retry # files' }) })}
        </Button>
      )}
      {sharing.dialog}
      {ShareAll && sharingAll && <ShareAll conversions={sharingAll} onClose={() => setSharingAll(null)} />}
    </div>
  )
}

/** A single result is downloaded as it is, several as one archive. */
function DownloadAll({ done }: { done: readonly Conversion[] }) {
  const { t } = useLingui()
  const zip = useZip(done)
  const count = done.length
  const [first] = done
  if (count === 1 && first?.download_url)
    return (
      <Button
        variant="primary"
        size={36}
        wide
        icon={DownloadIcon}
        hotkey="Z"
        data-zip=""
        render={<a href={first.download_url} download />}
      >{t`Download result`}</Button>
    )
  return (
    <Button
      variant="primary"
      size={36}
      wide
      icon={DownloadIcon}
      hotkey="Z"
      data-zip=""
      working={zip.working}
      verb={t`Creating ZIP`}
      onClick={zip.collect}
    >{t`Download ${count} as ZIP`}</Button>
  )
}
