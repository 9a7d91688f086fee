import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, Trash2Icon } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DraftMark, DraftPage, DraftTerm } from './draft.ts'
import { TOOLS, type Tool } from './tools.ts'
import { useMarkNames } from './use-mark-names.ts'

type MarksPanelProps = {
  terms: readonly DraftTerm[]
  /** Shows the occurrences of a term. */
  onFind: (term: DraftTerm) => void
  onRemoveTerm: (term: DraftTerm) => void
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

/** All annotations in page order; a click goes to one. */
export function MarksPanel(props: MarksPanelProps) {
  const { terms, marks, pages, selected, onGo, onRemove, onFind, onRemoveTerm } = props
  const { t } = useLingui()
  const names = useMarkNames()
  if (marks.length === 0 && terms.length === 0)
    return (
      <p className="p-4 text-ink-soft">{t`No annotations yet. Highlights, text and redactions will appear here.`}</p>
    )
  const places = new Map(pages.map(({ id }, at) => [id, at + 1]))
  const inOrder = marks
    .map((mark) => ({ mark, place: places.get(mark.on) ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
  return (
    <ul>
      {terms.map((term) => (
        <Line
          key={JSON.stringify(term)}
          icon={iconOf('redaction')}
          name={names.redaction}
          note={t`All pages · ${term.text}`}
          removes={t`Remove redaction of “${term.text}”`}
          onGo={() => onFind(term)}
          onRemove={() => onRemoveTerm(term)}
        />
      ))}
      {inOrder.map(({ mark, place }) => {
        const name = names[mark.kind]
        return (
          <Line
            key={mark.id}
            icon={iconOf(mark.kind)}
            name={name}
            note={'text' in mark && mark.text ? t`Page ${place} · ${mark.text}` : t`Page ${place}`}
            removes={t`Delete ${name}, page ${place}`}
            selected={mark.id === selected}
            onGo={() => onGo(mark, place)}
            onRemove={() => onRemove(mark)}
          />
        )
      })}
    </ul>
  )
}

const iconOf = (kind: DraftMark['kind']) => TOOLS[TOOL_OF[kind]].icon

type LineProps = {
  icon: LucideIcon
  name: string
  note: string
  removes: string
  selected?: boolean
  onGo: () => void
  onRemove: () => void
}

function Line({ icon: Icon, name, note, removes, selected, onGo, onRemove }: LineProps) {
  return (
    <li className={classNames('flex items-start border-b border-line', selected && 'bg-accent-tint')}>
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={onGo}
        className="flex min-w-0 flex-1 items-start gap-2.5 px-4 py-2 text-start hover:bg-sunk focus-visible:focus-inset"
      >
        <Icon className="mt-0.5 size-3.5 flex-none text-ink-soft" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name}</span>
          <span className="block truncate text-small text-ink-soft">{note}</span>
        </span>
      </button>
      <span className="flex-none p-1.5">
        <IconButton name={removes} icon={Trash2Icon} onClick={onRemove} />
      </span>
    </li>
  )
}
