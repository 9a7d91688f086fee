import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, EyeIcon } from 'lucide-react'
import { useState } from 'react'
import { ownPath } from '../../../api/preview.ts'
import type { SigningSession } from '../../../api/signing.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useSessionActions } from './use-session-actions.ts'

const LOOK = deferred(async () => (await import('./look-dialog.tsx')).LookDialog)

/** The sealed result, if there is one, and the original: their details, and a preview. */
export function DocumentPanel({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const { document, result, attachments, recipients } = session
  const { result: takeResult, document: takeDocument } = useSessionActions()
  const [url, setUrl] = useState<string | null>(null)
  const Look = useDeferredDialog(LOOK, url !== null, () => setUrl(null))
  const shown = url === result?.download_url && result ? result : document
  return (
    <>
      {result && (
        <Panel title={t`Signed PDF`}>
          <File
            file={result}
            copies={t`Copy SHA-256 of the signed PDF`}
            onLook={() => setUrl(result.download_url)}
            onTake={() => takeResult(session)}
          />
        </Panel>
      )}
      <Panel title={t`Document`}>
        <File
          file={document}
          copies={t`Copy SHA-256 of the document`}
          onLook={() => setUrl(document.download_url)}
          onTake={() => takeDocument(session)}
        />
      </Panel>
      {attachments.length > 0 && (
        <Panel title={t`Attachments`}>
          <ul className="grid gap-3">
            {attachments.map(({ id, file_name, size_bytes, download_url, recipient_id }) => (
              <li key={id} className="flex items-center gap-2">
                <div className="min-w-0 flex-1">
                  <p className="flex min-w-0">
                    <FileName name={file_name} strong />
                  </p>
                  <p className="text-small text-ink-soft" translate="no">
                    {[
                      recipients.find((one) => one.id === recipient_id)?.name,
                      formatBytes(size_bytes, i18n.locale),
                    ].join(', ')}
                  </p>
                </div>
                <IconButton
                  name={t`Download ${file_name}`}
                  icon={DownloadIcon}
                  onClick={() => startDownload(ownPath(download_url))}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {Look && url && <Look url={ownPath(url)} name={shown.file_name} onClose={() => setUrl(null)} />}
    </>
  )
}

type FileProps = {
  file: { file_name: string; size_bytes: number; sha256: string; pages?: number }
  copies: string
  onLook: () => void
  onTake: () => void
}

function File({ file, copies, onLook, onTake }: FileProps) {
  const { t, i18n } = useLingui()
  const { file_name, size_bytes, sha256, pages } = file
  const size = formatBytes(size_bytes, i18n.locale)
  const count = pages && t({ message: plural(pages, { one: '# page', other: '# pages' }) })
  return (
    <div className="grid gap-3">
      <div className="min-w-0">
        <p className="flex min-w-0">
          <FileName name={file_name} strong />
        </p>
        <p className="text-small text-ink-soft">{[count, size].filter(Boolean).join(', ')}</p>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-small text-ink-soft">
          SHA-256{' '}
          <span className="mono break-all select-all" title={sha256} translate="no">
            {sha256.slice(0, 16)}…
          </span>
        </p>
        <CopyButton size={24} text={sha256} name={copies} />
      </div>
      <p className="flex flex-wrap gap-2">
        <Button size={28} icon={EyeIcon} aria-haspopup="dialog" onClick={onLook}>{t`Preview`}</Button>
        <Button size={28} icon={DownloadIcon} onClick={onTake}>{t`Download`}</Button>
      </p>
    </div>
  )
}
