import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { HardDriveIcon, SearchXIcon, Trash2Icon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useMore } from '../../api/scrolled.ts'
import { type UserFile, useUserFiles } from '../../api/storage.ts'
import { browseFiles, useWindowFiles } from '../../stores/file-taker.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { Empty } from '../../ui/empty.tsx'
import { Bone } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { Filters } from './filters.tsx'
import { filtersOf, isFiltered, NO_FILTERS, parseView, type StorageView, searchOf } from './search.ts'
import { StorageList } from './storage-list.tsx'
import { storeFiles } from './store-files.ts'
import { UsageStrip } from './usage-strip.tsx'

const ROW = (
  <span className="flex h-12 flex-1 items-center gap-3">
    <Bone className="size-4" />
    <Bone className="size-11" />
    <Bone className="h-3 w-48" />
    <span className="flex-1" />
    <Bone className="h-3 w-14" />
  </span>
)

/** The stored files of the account, filtered and sorted by the URL. */
export function Storage({ onConvert }: { onConvert: (files: readonly UserFile[]) => void }) {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const preferred = usePreferences((state) => state.storedAs)
  const layout = view.layout ?? preferred
  const files = useUserFiles(filtersOf(view))
  const { data } = files
  const more = useMore(files)
  useWindowUploads()

  // Typing replaces the history entry, so that Back does not go letter by letter.
  const change = (patch: Partial<StorageView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })

  const none = data?.rows.length === 0
  const untouched = none && data.storage?.files === 0 && data.storage.deleted.files === 0
  return (
    <>
      {!untouched && <Filters view={view} layout={layout} onChange={change} />}
      {data?.storage && !untouched && <UsageStrip usage={data.storage} view={view} onChange={change} />}
      <OfflineNote query={files} />
      {files.error && !data ? (
        <Problem error={files.error} onRetry={() => void files.refetch()} />
      ) : !data ? (
        <Coming page paused={files.isPaused} rows={8} row={ROW} />
      ) : none ? (
        <Nothing view={view} onChange={change} />
      ) : (
        <StorageList
          key={view.deleted ? 'deleted' : 'kept'}
          rows={data.rows}
          count={data.count}
          exact={data.exact}
          {...more}
          layout={layout}
          onConvert={onConvert}
          deleted={view.deleted}
          order={view.order}
          onOrder={(order) => change({ order })}
        />
      )}
    </>
  )
}

/** On this page the window's files are uploaded to Storage instead of Convert. */
function useWindowUploads(): void {
  const { t } = useLingui()
  useWindowFiles({
    hint: (count) =>
      t({ message: plural(count, { one: 'Drop to upload # file', other: 'Drop to upload # files' }) }),
    onFiles(files) {
      const whole = files.filter(({ size }) => size > 0)
      storeFiles(whole)
      const empty = files.length - whole.length
      if (empty > 0)
        showToast({
          kind: 'error',
          text: t({
            message: plural(empty, {
              one: '# file is empty and was not uploaded.',
              other: '# files are empty and were not uploaded.',
            }),
          }),
        })
    },
  })
}

type NothingProps = { view: StorageView; onChange: (patch: Partial<StorageView>) => void }

function Nothing({ view, onChange }: NothingProps) {
  const { t } = useLingui()
  const nothing = isFiltered(view) ? (
    <Empty
      icon={SearchXIcon}
      title={t`No matches`}
      action={{ label: t`Clear filters`, onClick: () => onChange(NO_FILTERS) }}
    >
      {t`Remove a filter or search for part of the name.`}
    </Empty>
  ) : view.deleted ? (
    <Empty
      icon={Trash2Icon}
      title={t`Trash is empty`}
      action={{ label: t`Back to files`, onClick: () => onChange({ deleted: false }) }}
    >
      {t`Deleted files stay here for 24 hours and can be restored.`}
    </Empty>
  ) : (
    <Empty
      icon={HardDriveIcon}
      title={t`No files yet`}
      action={{ label: t`Upload files`, onClick: browseFiles }}
    >
      {t`Drop files anywhere on this page. They’re kept until you delete them, ready to convert, share and download.`}
    </Empty>
  )
  return (
    <>
      <h2 className="sr-only">{t`Stored files`}</h2>
      {nothing}
    </>
  )
}
