import { useLingui } from '@lingui/react/macro'
import { CopyIcon, FileDownIcon, ListIcon, Trash2Icon } from 'lucide-react'
import { Link } from 'react-router'
import type { Pipeline } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { usePipelineActions } from './use-pipeline-actions.ts'

/** The menu of a pipeline, for its row and its page; `gone` is called after it was deleted. */
export function usePipelineEntries(gone?: () => void): (pipeline: Pipeline) => MenuEntry[] {
  const { t } = useLingui()
  const { duplicate, download, remove } = usePipelineActions(gone)
  return (pipeline) => [
    { label: t`Duplicate`, icon: CopyIcon, onSelect: () => duplicate(pipeline) },
    { label: t`Export`, icon: FileDownIcon, onSelect: () => download(pipeline) },
    {
      label: t`View runs`,
      icon: ListIcon,
      render: <Link to={paths.pipelines({ tab: 'runs', pipeline: pipeline.id })} />,
    },
    'line',
    { label: t`Delete`, icon: Trash2Icon, danger: true, onSelect: () => remove(pipeline) },
  ]
}
