import { useLingui } from '@lingui/react/macro'
import { FileTextIcon, XIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useMedia } from '../../lib/use-media.ts'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useLabels } from './labels.ts'
import { removeFiles } from './run-files.ts'
import type { RunFile } from './send-run.ts'

const SHOWN = 6

type RunFileListProps = { pipeline: string; files: readonly RunFile[]; sending: boolean }

/** The files of the next run. Virtualized, for up to a thousand rows. */
export function RunFileList({ pipeline, files, sending }: RunFileListProps) {
  const { t, i18n } = useLingui()
  const words = useLabels()
  const touch = useMedia('(pointer: coarse)')
  const height = touch ? 48 : 36
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="mt-3 rounded-control border border-line">
      <div style={{ height: Math.min(files.length, SHOWN) * height }}>
        <VirtualList
          label={t`Files of the run`}
          className="h-full"
          items={files}
          keyOf={({ id }) => id}
          heightOf={() => height}
        >
          {({ id, name, size, s3Key }, index) => (
            <div
              className={classNames(
                'flex h-full items-center gap-2 border-line ps-3 pe-1',
                index < files.length - 1 && 'border-b',
              )}
            >
              <FileTextIcon className="size-3.5 flex-none text-doc" />
              <span className="min-w-0 flex-1">
                <FileName name={name} />
              </span>
              <span className="flex-none text-small text-ink-soft">
                {s3Key ? t`In Storage` : formatBytes(size, i18n.locale)}
              </span>
              <IconButton
                size={24}
                name={t`Remove ${name}`}
                icon={XIcon}
                disabled={sending}
                onClick={() => removeFiles(pipeline, [id])}
              />
            </div>
          )}
        </VirtualList>
      </div>
      <p className="flex justify-between gap-3 border-t border-line px-3 py-1.5 text-small text-ink-soft">
        <span>
          {words.files(files.length)}, {formatBytes(bytes, i18n.locale)}
        </span>
        {!sending && (
          <TextButton
            onClick={() => {
              const all = files.map(({ id }) => id)
              showToast({ text: t`All files removed`, undo: removeFiles(pipeline, all) })
            }}
          >{t`Remove all`}</TextButton>
        )}
      </p>
    </div>
  )
}
