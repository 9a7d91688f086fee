import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import { type ItemStatus, type PipelineRun, useRunItems } from '../../api/pipelines.ts'
import { useMore } from '../../api/scrolled.ts'
import { useMedia } from '../../lib/use-media.ts'
import { ListTable } from '../../ui/list-table.tsx'
import { MoreFoot } from '../../ui/more-foot.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { useLabels } from './labels.ts'
import { RunItemRow } from './run-item-row.tsx'

const COLUMNS = 'minmax(0,1.6fr) minmax(0,1fr) minmax(0,1.8fr) minmax(0,0.5fr) minmax(104px,auto)'

type RunItemsProps = {
  run: PipelineRun
  status: ItemStatus | null
  onStatus: (status: ItemStatus | null) => void
  onShare: (conversion: Conversion) => void
}

/** The virtualized list of a run's files, with a filter by status. */
export function RunItems({ run, status, onStatus, onShare }: RunItemsProps) {
  const { t } = useLingui()
  const words = useLabels()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const items = useRunItems(run, status)
  const { data } = items
  const more = useMore(items)
  const height = phone ? 84 : touch ? 60 : 48

  return (
    <>
      <div className="flex-none overflow-x-auto border-b border-line px-4 py-2.5 max-sm:px-2">
        <Segmented
          label={t`Show files`}
          options={[
            { value: 'all', label: t`All`, count: run.total },
            { value: 'pending', label: t`Running`, count: run.pending },
            { value: 'completed', label: t`Completed`, count: run.completed },
            { value: 'failed', label: t`Failed`, count: run.failed },
          ]}
          value={status ?? 'all'}
          onChange={(next) => onStatus(next === 'all' ? null : (next as ItemStatus))}
        />
      </div>
      <OfflineNote query={items} />
      {items.error && !data ? (
        <Problem error={items.error} onRetry={() => void items.refetch()} />
      ) : !data ? (
        <Coming page paused={items.isPaused} rows={6} />
      ) : data.rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-ink-soft">{t`No files with this status.`}</p>
      ) : (
        <>
          <ListTable
            label={t`Files`}
            rowsLabel={t`Files and their steps`}
            columns={COLUMNS}
            narrow="minmax(0,1fr) auto"
            count={data.count}
            exact={data.exact}
            inset={16}
            className="min-h-64"
            head={
              <TableHead>
                <HeadCell>{t`File`}</HeadCell>
                <HeadCell>{t`Steps`}</HeadCell>
                <HeadCell>{t`Status`}</HeadCell>
                <HeadCell end>{t`Size`}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t`Actions`}</span>
                </HeadCell>
              </TableHead>
            }
            items={data.rows}
            keyOf={({ conversion }) => conversion.conversion_id}
            heightOf={() => height}
            onNearEnd={more.onMore}
          >
            {(item, index) => (
              <RunItemRow run={run} item={item} index={index} height={height} onShare={onShare} />
            )}
          </ListTable>
          <MoreFoot
            {...more}
            loaded={data.rows.length}
            count={data.count}
            exact={data.exact}
            says={words.files(data.rows.length)}
            note={t`Times shown in your local time zone.`}
          />
        </>
      )}
    </>
  )
}
