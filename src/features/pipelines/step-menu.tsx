import { useLingui } from '@lingui/react/macro'
import {
  ArrowDownIcon,
  ArrowDownToLineIcon,
  ArrowUpIcon,
  ArrowUpToLineIcon,
  CopyIcon,
  EllipsisIcon,
  PlusIcon,
  XIcon,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { AddStepDialog } from './add-step-dialog.tsx'
import type { StepRowProps } from './step-row.tsx'

/** The actions of a step, including all that the handle does. */
export function StepMenu(props: StepRowProps) {
  const { step, index, count, name, takes, check, operations, onMove, onDuplicate, onRemove, onAdd } = props
  const { t } = useLingui()
  const [adding, setAdding] = useState<'before' | 'after' | null>(null)
  const number = index + 1
  const to = (place: number) => () => onMove(step.key, place)
  const entries: MenuEntry[] = [
    ...(index > 0
      ? [
          { label: t`Move up`, icon: ArrowUpIcon, onSelect: to(index - 1) },
          { label: t`Move to top`, icon: ArrowUpToLineIcon, onSelect: to(0) },
        ]
      : []),
    ...(number < count
      ? [
          { label: t`Move down`, icon: ArrowDownIcon, onSelect: to(index + 1) },
          { label: t`Move to end`, icon: ArrowDownToLineIcon, onSelect: to(count - 1) },
        ]
      : []),
    ...(count > 1 ? ['line' as const] : []),
    { label: t`Add step before`, icon: PlusIcon, onSelect: () => setAdding('before') },
    { label: t`Add step after`, icon: PlusIcon, onSelect: () => setAdding('after') },
    { label: t`Duplicate`, icon: CopyIcon, onSelect: onDuplicate },
    'line',
    { label: t`Remove`, icon: XIcon, onSelect: onRemove },
  ]
  return (
    <>
      <Menu
        trigger={<IconButton name={t`More for step ${number}, ${name}`} icon={EllipsisIcon} />}
        entries={entries}
      />
      <AddStepDialog
        open={adding !== null}
        operations={operations}
        format={adding === 'before' ? takes : (check?.gives ?? step.target)}
        onClose={() => setAdding(null)}
        onPick={(operation, target) => onAdd(operation, target, adding === 'before' ? index : index + 1)}
      />
    </>
  )
}
