import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileArchiveIcon } from 'lucide-react'
import { ApiError } from '../../../api/errors.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { Broken } from '../lazy.tsx'
import { Note, type ViewProps, Waiting } from '../parts.tsx'
import { Trouble } from '../trouble.tsx'
import { EntryThumbnail } from './entry-thumbnail.tsx'
import { readEntries, type ZipEntry } from './read-entries.ts'

const ROW = 52

/** The entries of a ZIP, by name and size, with thumbnails of images. */
export function ZipView({ side }: ViewProps) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['zip', side.url],
    queryFn: ({ signal }) => readEntries(side.url, side.bytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // It contains functions, which cannot be compared by value.
    structuralSharing: false,
    retry: false,
    throwOnError: false,
  })
  if (error) {
    const retry = () => void refetch()
    return error instanceof ApiError ? <Trouble error={error} onRetry={retry} /> : <Broken onRetry={retry} />
  }
  if (!data) return <Waiting />
  const { entries, left } = data
  if (entries.length === 0)
    return <Note icon={FileArchiveIcon} title={t`The ZIP is empty`}>{t`It contains no files.`}</Note>
  const count = entries.length + left
  const bytes = formatBytes(
    entries.reduce((sum, entry) => sum + entry.bytes, 0),
    i18n.locale,
  )
  return (
    <>
      <div style={{ height: Math.min(entries.length * ROW, 8 * ROW) }}>
        <VirtualList
          items={entries}
          keyOf={(_, index) => String(index)}
          heightOf={() => ROW}
          label={t`Files in the ZIP`}
          className="h-full focus-visible:focus-inset"
        >
          {(entry) => <EntryRow entry={entry} />}
        </VirtualList>
      </div>
      <p className="border-t border-line px-4 py-2 text-small text-ink-soft">
        {t({ message: plural(count, { one: '# file', other: '# files' }) })}
        {', '}
        {left > 0 ? t`${left} not listed` : t`${bytes} unpacked`}
      </p>
    </>
  )
}

function EntryRow({ entry }: { entry: ZipEntry }) {
  const { i18n } = useLingui()
  const at = entry.name.lastIndexOf('/') + 1
  return (
    <div className="flex h-full items-center gap-3 border-b border-line px-4">
      <EntryThumbnail entry={entry} />
      <div className="min-w-0 flex-1">
        <FileName name={entry.name.slice(at)} />
        {at > 0 && (
          <p className="truncate text-small text-ink-soft" translate="no">
            {entry.name.slice(0, at)}
          </p>
        )}
      </div>
      <span className="text-ink-soft">{formatBytes(entry.bytes, i18n.locale)}</span>
    </div>
  )
}
