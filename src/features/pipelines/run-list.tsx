import { useLingui } from '@lingui/react/macro'
import { HistoryIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import {
  type PipelineRun,
  usePipelineRuns,
  usePipelineSidePanel,
  useRecentPipelines,
} from '../../api/pipelines.ts'
import { useMore } from '../../api/scrolled.ts'
import { chipValue } from '../../lib/chip-value.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MoreFoot } from '../../ui/more-foot.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../ui/table.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { LONG, useLabels } from './labels.ts'
import { RunStatus } from './run-status.tsx'
import { type PipelinesView, searchOf } from './view.ts'

const COLUMNS =
  'minmax(0,1.4fr) minmax(0,1.2fr) minmax(0,0.5fr) minmax(0,0.5fr) minmax(0,0.6fr) minmax(0,0.9fr)'

/** What has been run, the newest first: of all pipelines, or of one. */
export function RunList({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const words = useLabels()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const runs = usePipelineRuns(view.pipeline ? { pipeline_id: view.pipeline } : {})
  const { data } = runs
  const more = useMore(runs)
  const height = phone ? 64 : touch ? 48 : 40

  return (
    <>
      {(view.pipeline || (data && data.rows.length > 0)) && <OfPipeline view={view} />}
      <OfflineNote query={runs} />
      {runs.error && !data ? (
        <Problem error={runs.error} onRetry={() => void runs.refetch()} />
      ) : !data ? (
        <Coming page paused={runs.isPaused} rows={8} />
      ) : data.rows.length === 0 ? (
        <Empty
          icon={HistoryIcon}
          title={t`No runs yet`}
          action={{ label: t`View pipelines`, render: <Link to={paths.pipelines()} /> }}
        >
          {t`Runs will appear here, with every step of every file.`}
        </Empty>
      ) : (
        <>
          <ListTable
            label={t`Runs`}
            rowsLabel={t`Pipeline runs`}
            columns={COLUMNS}
            narrow="minmax(0,1fr) auto"
            count={data.count}
            exact={data.exact}
            head={
              <TableHead>
                <HeadCell>{t`Pipeline`}</HeadCell>
                <HeadCell>{t`Status`}</HeadCell>
                <HeadCell end>{t`Files`}</HeadCell>
                <HeadCell end>{t`Failed`}</HeadCell>
                <HeadCell end>{t`Charged`}</HeadCell>
                <HeadCell end>{t`Started`}</HeadCell>
              </TableHead>
            }
            items={data.rows}
            keyOf={({ run_id }) => run_id}
            heightOf={() => height}
            onNearEnd={more.onMore}
          >
            {(run, index) => <RunRow run={run} index={index} height={height} />}
          </ListTable>
          <MoreFoot
            {...more}
            loaded={data.rows.length}
            count={data.count}
            exact={data.exact}
            says={words.runs(data.rows.length)}
            note={t`Times shown in your local time zone.`}
          />
        </>
      )}
    </>
  )
}

function RunRow({ run, index, height }: { run: PipelineRun; index: number; height: number }) {
  const { t } = useLingui()
  const words = useLabels()
  const { run_id, name, total, failed, credits_charged, credits_quoted, created_at, status } = run
  const started = words.moment(created_at)
  return (
    <Row
      aria-rowindex={index + 2}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      <Cell>
        <Link
          to={paths.pipelineRun(run_id)}
          title={name}
          className="block truncate font-medium hover:underline"
          aria-label={t`${name}, ${started}`}
          translate="no"
        >
          {name}
        </Link>
      </Cell>
      <Cell className="max-sm:col-start-1 max-sm:row-start-2 max-sm:text-small">
        <RunStatus run={run} />
      </Cell>
      <Cell end className="max-sm:text-small max-sm:text-ink-soft">
        <span className="sm:hidden">{words.files(total)}</span>
        <span className="max-sm:hidden">{words.number(total)}</span>
      </Cell>
      <Cell end className={failed > 0 ? 'font-medium text-bad max-sm:hidden' : 'text-ink-soft max-sm:hidden'}>
        {words.number(failed)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {status === 'pending' ? (
          <span className="text-ink-soft">{t`${words.number(credits_quoted)} held`}</span>
        ) : (
          words.number(credits_charged)
        )}
      </Cell>
      <Cell end faint className="max-sm:col-start-2 max-sm:row-start-2 max-sm:text-small">
        {started}
      </Cell>
    </Row>
  )
}

/** Whose runs are shown. */
function OfPipeline({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const { data: chosen } = usePipelineSidePanel(view.pipeline)
  const { data } = useRecentPipelines(true)
  const change = (pipeline: string | null) =>
    setSearch({ ...searchOf({ ...view, pipeline }) }, { replace: true })
  const name = chosen && cutMiddle(chosen.name, LONG)
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <Menu
        align="start"
        trigger={
          <FilterChip
            label={t`Pipeline`}
            {...chipValue(view.pipeline && (name ?? t`Selected pipeline`), () => change(null))}
          />
        }
        entries={(data?.results ?? []).map((one) => ({
          label: cutMiddle(one.name, LONG),
          checked: one.id === view.pipeline,
          onChange: (checked) => change(checked ? one.id : null),
        }))}
      />
    </div>
  )
}
