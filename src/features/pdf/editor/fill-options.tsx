import { Plural, useLingui } from '@lingui/react/macro'
import { Switch } from '../../../ui/switch.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { FieldValue } from './draft.ts'
import { type FormField, heldBy, isBlank, isFillable } from './fields.ts'

type FillOptionsProps = {
  fields: readonly FormField[]
  filled: Readonly<Record<string, FieldValue>>
  /** Opens the list of fields, if it is not visible. */
  onList: (() => void) | null
  onNextEmpty: () => void
  highlighted: boolean
  onHighlighted: (highlighted: boolean) => void
  flatten: boolean
  onFlatten: (flatten: boolean) => void
}

/** The number of completed fields, a button to the next one, and how they are shown and saved. */
export function FillOptions(props: FillOptionsProps) {
  const { fields, filled, onList, onNextEmpty, highlighted, onHighlighted, flatten, onFlatten } = props
  const { t } = useLingui()
  if (fields.length === 0)
    return (
      <p className="text-ink-soft">{t`This file has no form fields. Use the Text tool to write on the page.`}</p>
    )
  const open = fields.filter(isFillable)
  const done = open.filter((field) => !isBlank(heldBy(field, filled))).length
  const count = <Plural value={open.length} one={`${done} of # completed`} other={`${done} of # completed`} />
  return (
    <>
      {onList ? (
        <TextButton onClick={onList}>{count}</TextButton>
      ) : (
        <span className="font-medium">{count}</span>
      )}
      {done < open.length && <TextButton onClick={onNextEmpty}>{t`Next empty field`}</TextButton>}
      <span className="ms-auto flex flex-none gap-4">
        <Labelled label={t`Highlight fields`} checked={highlighted} onChange={onHighlighted} />
        <Labelled label={t`Flatten on save`} checked={flatten} onChange={onFlatten} />
      </span>
    </>
  )
}

type LabelledProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

function Labelled({ label, checked, onChange }: LabelledProps) {
  return (
    <span className="flex items-center gap-2">
      <Switch label={label} checked={checked} onChange={onChange} />
      <span aria-hidden="true">{label}</span>
    </span>
  )
}
