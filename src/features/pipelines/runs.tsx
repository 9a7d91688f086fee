import { useLingui } from '@lingui/react/macro'
import { HistoryIcon } from 'lucide-react'
import { Link } from 'react-router'
import { usePipelineRuns, usePipelineSidePanel, useRecentPipelines } from '../../api/pipelines.ts'
import { chipValue } from '../../lib/chip-value.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ResourceList, useChangeView } from '../lists/index.ts'
import { LONG } from './labels.ts'
import { useRunList } from './use-run-list.tsx'
import { type PipelinesView, searchOf } from './view.ts'

/** The runs of all pipelines or of one, newest first. */
export function Runs({ view }: { view: PipelinesView }) {
  const { t } = useLingui()
  const { pipeline } = view
  const list = useRunList()
  const runs = usePipelineRuns(pipeline ? { pipeline_id: pipeline } : {})
  const change = useChangeView(view, searchOf)
  const choose = (next: string | null) => change({ pipeline: next })
  return (
    <ResourceList
      list={list}
      query={runs}
      filtered={pipeline !== null}
      bar={{ chips: <PipelineChip value={pipeline} onChange={choose} /> }}
      empty={
        <Empty
          icon={HistoryIcon}
          title={t`No runs yet`}
          action={{ label: t`View pipelines`, render: <Link to={paths.pipelines()} /> }}
        >
          {t`Runs will appear here, with every step of every file.`}
        </Empty>
      }
    />
  )
}

type PipelineChipProps = { value: string | null; onChange: (id: string | null) => void }

/** A filter by pipeline. */
function PipelineChip({ value, onChange }: PipelineChipProps) {
  const { t } = useLingui()
  const { data: chosen } = usePipelineSidePanel(value)
  const { data } = useRecentPipelines(true)
  const name = chosen && cutMiddle(chosen.name, LONG)
  return (
    <Menu
      align="start"
      trigger={
        <FilterChip
          label={t`Pipeline`}
          {...chipValue(value && (name ?? t`Selected pipeline`), () => onChange(null))}
        />
      }
      entries={(data?.results ?? []).map((one) => ({
        label: cutMiddle(one.name, LONG),
        checked: one.id === value,
        onChange: (checked) => onChange(checked ? one.id : null),
      }))}
    />
  )
}
