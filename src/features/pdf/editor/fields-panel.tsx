import { useLingui } from '@lingui/react/macro'
import {
  CalendarIcon,
  CheckIcon,
  CircleAlertIcon,
  CircleDotIcon,
  ListIcon,
  type LucideIcon,
  PenLineIcon,
  SquareCheckIcon,
  TypeIcon,
} from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { PdfFieldType } from '../viewer/index.ts'
import type { FieldValue } from './draft.ts'
import { type FormField, faultOf, heldBy, isBlank, isFillable, labelOf } from './fields.ts'
import { useFaultLabels } from './use-fault-labels.ts'

const ICONS: Record<PdfFieldType, LucideIcon> = {
  text: TypeIcon,
  date: CalendarIcon,
  checkbox: SquareCheckIcon,
  radio: CircleDotIcon,
  choice: ListIcon,
  list: ListIcon,
  button: SquareCheckIcon,
  signature: PenLineIcon,
}

type FieldsPanelProps = {
  fields: readonly FormField[]
  filled: Readonly<Record<string, FieldValue>>
  current: string | null
  onGo: (field: FormField) => void
}

/** Lists every field with its value; a click goes to it. */
export function FieldsPanel({ fields, filled, current, onGo }: FieldsPanelProps) {
  const { t } = useLingui()
  if (fields.length === 0)
    return (
      <p className="p-4 text-ink-soft">{t`This file has no form fields. Use the Text tool to write on the page.`}</p>
    )
  return (
    <ul>
      {fields.map((field) => (
        <li key={field.name} className="border-b border-line">
          <FieldRow
            field={field}
            value={heldBy(field, filled)}
            current={field.name === current}
            onGo={onGo}
          />
        </li>
      ))}
    </ul>
  )
}

type FieldRowProps = {
  field: FormField
  value: FieldValue
  current: boolean
  onGo: (field: FormField) => void
}

function FieldRow({ field, value, current, onGo }: FieldRowProps) {
  const { t } = useLingui()
  const words = useFaultLabels()
  const { first } = field
  const Icon = ICONS[first.type]
  const fault = isFillable(field) ? faultOf(field, value) : null
  const wrong = fault !== null && fault !== 'required'
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onGo(field)}
      className={classNames(
        'flex w-full items-start gap-2.5 px-4 py-2 text-start hover:bg-sunk focus-visible:focus-inset',
        current && 'bg-accent-tint shadow-[inset_var(--spine)_0_var(--color-accent)]',
      )}
    >
      <Icon className="mt-0.5 size-3.5 flex-none text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{labelOf(field)}</span>
        <span className={classNames('block truncate text-small', wrong ? 'text-bad' : 'text-ink-soft')}>
          {wrong ? words(fault, field) : saidOf(value, { empty: t`Empty`, ticked: t`Checked` })}
        </span>
      </span>
      {wrong ? (
        <CircleAlertIcon className="mt-0.5 size-3.5 flex-none text-bad" />
      ) : fault === 'required' ? (
        <Badge>{t`Required`}</Badge>
      ) : isBlank(value) ? null : (
        <CheckIcon className="mt-0.5 size-3.5 flex-none text-ok" />
      )}
    </button>
  )
}

function saidOf(value: FieldValue, { empty, ticked }: { empty: string; ticked: string }): string {
  if (isBlank(value)) return empty
  if (value === true) return ticked
  return [value].flat().join(', ')
}
