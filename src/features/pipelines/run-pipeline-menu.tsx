import { useLingui } from '@lingui/react/macro'
import { PlusIcon, WorkflowIcon } from 'lucide-react'
import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRecentPipelines } from '../../api/pipelines.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { mergeTrigger } from '../../ui/lazy-popup.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { LONG, useLabels } from './labels.ts'
import { addFiles } from './run-files.ts'
import { useLeftOutLabels } from './use-left-out-labels.ts'

/** A PDF on the server: a stored file, an original, or a result. */
export interface PipelineFile {
  key: string
  name: string
  size: number
}

type RunPipelineMenuProps = {
  files: readonly PipelineFile[]
  trigger?: ReactElement<HTMLAttributes<HTMLElement>>
  side?: 'top' | 'bottom'
}

/**
 * A menu "Run pipeline" for any PDF: selects a pipeline, and opens its run dialog with the files
 * and the price.
 */
export function RunPipelineMenu({ files, trigger, side }: RunPipelineMenuProps) {
  const { t } = useLingui()
  const words = useLabels()
  const navigate = useNavigate()
  const leftOut = useLeftOutLabels()
  // Loaded on hover or focus, because every row of a list may have this menu.
  const [wanted, setWanted] = useState(false)
  const { data } = useRecentPipelines(wanted)

  function run(pipeline: string) {
    const kept = files.map(({ key, ...file }) => ({ ...file, id: key, file: null, s3Key: key }))
    leftOut(addFiles(pipeline, kept))
    void navigate(paths.pipeline(pipeline, { run: '1' }))
  }
  const entries: MenuEntry[] = [
    ...(data?.results ?? []).map(({ id, name, credits, valid }) => ({
      label: `${cutMiddle(name, LONG)}, ${words.credits(credits === null ? null : credits * files.length)}`,
      icon: WorkflowIcon,
      disabled: !valid,
      onSelect: () => run(id),
    })),
    ...(data ? [] : [{ label: t`Loading`, disabled: true, onSelect: () => {} }]),
    'line',
    { label: t`New pipeline`, icon: PlusIcon, render: <Link to={paths.newPipeline()} /> },
  ]
  const button = trigger ?? <Button icon={WorkflowIcon}>{t`Run pipeline`}</Button>
  return (
    <Menu
      align="start"
      {...(side && { side })}
      trigger={cloneElement(
        button,
        mergeTrigger(button.props, {
          onPointerEnter: () => setWanted(true),
          onFocus: () => setWanted(true),
        }),
      )}
      entries={entries}
    />
  )
}
