import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, HistoryIcon } from 'lucide-react'
import { ownPath } from '../../api/preview.ts'
import { type FileVersion, type UserFile, useFileVersions, useRestoreVersion } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatMoment, formatMomentLine } from '../../lib/format-date.ts'
import { startDownload } from '../../lib/start-download.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { Coming, Problem, useProblemWords } from '../problems/index.ts'

/** The earlier versions of a file, each of which can be restored. Empty without any. */
export function VersionList({ file }: { file: UserFile }) {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useFileVersions(file.id, file.versions > 0)
  if (file.versions === 0) return null
  return (
    <Panel title={t`Earlier versions`} flush>
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={Math.min(3, file.versions)} />
      ) : (
        <ul>
          {data.versions.map((version) => (
            <Version key={version.id} file={file} version={version} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Version({ file, version }: { file: UserFile; version: FileVersion }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const restore = useRestoreVersion(file.id)
  const made = new Date(version.created_at)
  const when = formatMoment(made, { locale: i18n.locale })
  async function bringBack() {
    try {
      await restore.mutateAsync(version.id)
      showToast({ text: t`Version restored. The replaced content is kept as a version.` })
    } catch (cause) {
      showToast({ kind: 'error', text: words(cause) })
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block">{formatMomentLine(made, { locale: i18n.locale })}</span>
        <span className="block text-small text-ink-soft">
          {formatBytes(version.file_size_bytes, i18n.locale)}
        </span>
      </span>
      <IconButton
        name={t`Download version from ${when}`}
        icon={DownloadIcon}
        onClick={() => startDownload(ownPath(version.download_url))}
      />
      <Button
        size={28}
        icon={HistoryIcon}
        aria-label={t`Restore version from ${when}`}
        working={restore.isPending}
        verb={t`Restoring`}
        onClick={() => void bringBack()}
      >{t`Restore`}</Button>
    </li>
  )
}
