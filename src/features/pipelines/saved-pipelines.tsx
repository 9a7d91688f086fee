import { useLingui } from '@lingui/react/macro'
import { SearchXIcon, WorkflowIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { usePipelines } from '../../api/pipelines.ts'
import { useMore } from '../../api/scrolled.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { OrderMenu } from '../../ui/order-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { CreatorChip } from '../businesses/acting/index.ts'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { PipelineList } from './pipeline-list.tsx'
import { TemplateGallery } from './template-gallery.tsx'
import { filtersOf, type PipelinesView, SORTS, type Sort, searchOf } from './view.ts'

/** Every pipeline there is, by the view that the address holds. */
export function SavedPipelines({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const pipelines = usePipelines(filtersOf(view))
  const { data } = pipelines
  const more = useMore(pipelines)

  return (
    <>
      {(view.q !== '' || view.by !== null || (data && data.rows.length > 0)) && <Filters view={view} />}
      <OfflineNote query={pipelines} />
      {pipelines.error && !data ? (
        <Problem error={pipelines.error} onRetry={() => void pipelines.refetch()} />
      ) : !data ? (
        <Coming page paused={pipelines.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <PipelineList pipelines={data.rows} count={data.count} exact={data.exact} {...more} />
      ) : view.q || view.by ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear search`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`No name or description contains this text.`}
        </Empty>
      ) : (
        <div className="min-h-0 overflow-y-auto px-4 pb-8 md:ps-6 md:pe-5">
          <Empty
            icon={WorkflowIcon}
            title={t`No pipelines yet`}
            action={{ label: t`New pipeline`, render: <Link to={paths.newPipeline()} /> }}
          >
            {t`Chain PDF steps once, then run them on any number of files.`}
          </Empty>
          <TemplateGallery />
        </div>
      )}
    </>
  )
}

/** Everything here is in the address, so that a list can be kept, sent and gone back to. */
function Filters({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const change = (patch: Partial<PipelinesView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const sorts: Record<Sort, string> = { changed: t`Last modified`, made: t`Newest first`, name: t`Name` }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <SearchBox
        label={t`Search pipelines`}
        placeholder={t`Name or description`}
        value={view.q}
        onChange={(q) => change({ q })}
      />
      <CreatorChip value={view.by} onChange={(by) => change({ by })} />
      <OrderMenu
        className="ms-auto max-sm:ms-0"
        orders={SORTS}
        words={sorts}
        value={view.sort}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}
