import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DraftMark, DraftPage } from './draft.ts'
import { TOOLS, type Tool } from './tools.ts'
import { useMarkNames } from './use-mark-names.ts'

type MarksPanelProps = {
  marks: readonly DraftMark[]
  pages: readonly DraftPage[]
  selected: string | null
  onGo: (mark: DraftMark, place: number) => void
  onRemove: (mark: DraftMark) => void
}

const TOOL_OF: Record<DraftMark['kind'], Tool> = {
  text: 'text',
  highlight: 'highlight',
  ink: 'ink',
  shape: 'shape',
  stamp: 'stamp',
  note: 'note',
  image: 'image',
  redaction: 'redact',
}

/** Everything that was put on the pages, in their order, and the way to it. */
export function MarksPanel({ marks, pages, selected, onGo, onRemove }: MarksPanelProps) {
  const { t } = useLingui()
  const names = useMarkNames()
  if (marks.length === 0)
    return (
      <p className="p-4 text-ink-soft">{t`Nothing has been put on the pages yet. What you mark, write or redact stands here.`}</p>
    )
  const places = new Map(pages.map(({ id }, at) => [id, at + 1]))
  const inOrder = marks
    .map((mark) => ({ mark, place: places.get(mark.on) ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
  return (
    <ul>
      {inOrder.map(({ mark, place }) => {
        const Icon = TOOLS.find(({ tool }) => tool === TOOL_OF[mark.kind])?.icon
        const name = names[mark.kind]
        return (
          <li
            key={mark.id}
            className={classNames(
              'flex items-start border-b border-line',
              mark.id === selected && 'bg-accent-tint',
            )}
          >
            <button
              type="button"
              aria-current={mark.id === selected || undefined}
              onClick={() => onGo(mark, place)}
              className="flex min-w-0 flex-1 items-start gap-2.5 px-4 py-2 text-start hover:bg-sunk focus-visible:focus-inset"
            >
              {Icon && <Icon className="mt-0.5 size-3.5 flex-none text-ink-soft" />}
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{name}</span>
                <span className="block truncate text-small text-ink-soft">
                  {t`Page ${place}`}
                  {'text' in mark && mark.text && ` · ${mark.text}`}
                </span>
              </span>
            </button>
            <span className="flex-none p-1.5">
              <IconButton
                name={t`Delete ${name}, page ${place}`}
                icon={Trash2Icon}
                onClick={() => onRemove(mark)}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
