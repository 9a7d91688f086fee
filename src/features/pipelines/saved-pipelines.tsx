import { useLingui } from '@lingui/react/macro'
import { WorkflowIcon } from 'lucide-react'
import { Link } from 'react-router'
import { usePipelines } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../lists/index.ts'
import { TemplateGallery } from './template-gallery.tsx'
import { usePipelineActions } from './use-pipeline-actions.ts'
import { usePipelineList } from './use-pipeline-list.tsx'
import { filtersOf, type PipelinesView, SORTS, type Sort, searchOf } from './view.ts'

/** The saved pipelines that match the view in the URL. */
export function SavedPipelines({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const pipelines = usePipelines(filtersOf(view))
  const { bulk } = usePipelineActions()
  const change = useChangeView(view, searchOf)
  const onSort = (sort: Sort) => change({ sort })
  const list = usePipelineList(view.sort, onSort)
  const sorts: Record<Sort, string> = { changed: t`Last modified`, made: t`Newest first`, name: t`Name` }
  return (
    <ResourceList
      list={list}
      query={pipelines}
      bulk={bulk}
      filtered={view.q !== '' || view.by !== null}
      noMatches={{
        hint: t`No name or description contains this text.`,
        onClear: () => change({ q: '', by: null }),
      }}
      bar={{
        search: {
          label: t`Search pipelines`,
          placeholder: t`Name or description`,
          value: view.q,
          onChange: (q) => change({ q }),
        },
        creator: { value: view.by, onChange: (by) => change({ by }) },
        order: { orders: SORTS, words: sorts, value: view.sort, onChange: onSort },
      }}
      empty={
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
      }
    />
  )
}
