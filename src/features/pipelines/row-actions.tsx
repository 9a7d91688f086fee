import { useLingui } from '@lingui/react/macro'
import {
  CopyIcon,
  EllipsisIcon,
  FileDownIcon,
  ListIcon,
  PencilIcon,
  PlayIcon,
  Trash2Icon,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Pipeline } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { usePipelineActions } from './use-pipeline-actions.ts'

/** What can be done with a pipeline from its row and from its own page, which is left when it is gone. */
export function usePipelineEntries(gone?: () => void): (pipeline: Pipeline) => MenuEntry[] {
  const { t } = useLingui()
  const { duplicate, download, remove } = usePipelineActions(gone)
  return (pipeline) => [
    { label: t`Duplicate`, icon: CopyIcon, onSelect: () => void duplicate(pipeline) },
    { label: t`Export`, icon: FileDownIcon, onSelect: () => void download(pipeline) },
    {
      label: t`View runs`,
      icon: ListIcon,
      render: <Link to={paths.pipelines({ tab: 'runs', pipeline: pipeline.id })} />,
    },
    'line',
    { label: t`Delete`, icon: Trash2Icon, danger: true, onSelect: () => remove(pipeline) },
  ]
}

/** What one does most is in sight. */
export function RowActions({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useLingui()
  const entries = usePipelineEntries()(pipeline)
  const { id, name } = pipeline
  return (
    <span className="flex justify-end">
      <IconButton
        name={t`Run ${name}`}
        icon={PlayIcon}
        render={<Link to={paths.pipeline(id, { run: '1' })} />}
      />
      <IconButton
        name={t`Edit ${name}`}
        icon={PencilIcon}
        className="max-sm:hidden"
        render={<Link to={paths.pipeline(id)} />}
      />
      <Menu trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />} entries={entries} />
    </span>
  )
}
