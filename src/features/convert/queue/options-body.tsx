import { Trans } from '@lingui/react/macro'
import { faultOf, type OptionField, OptionsForm, type OptionValues } from '../options/index.ts'
import { cropsImage, OptionsPreview } from './options-preview.tsx'
import type { ConvertRow } from './rows.ts'

type OptionsBodyProps = {
  id: string
  row: ConvertRow
  fields: OptionField[]
  draft: OptionValues
  onChange: (patch: OptionValues) => void
  onReset: () => void
  onSubmit: () => void
}

/** Image or font sample on the left, option groups on the right; stacked on phones. */
export function OptionsBody({ id, row, fields, draft, onChange, onReset, onSubmit }: OptionsBodyProps) {
  const { file, state } = row
  const faulty = fields.some((field) => faultOf(field, draft[field.name] ?? field.initial) !== null)
  const error = state.kind === 'refused' ? state.error : null
  const crops = cropsImage(row, fields)
  return (
    <form
      id={id}
      onReset={onReset}
      className="grid sm:grid-cols-[minmax(0,374px)_minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault()
        if (!faulty) onSubmit()
      }}
    >
      <div className="border-line p-4 max-sm:border-b sm:border-e">
        <OptionsPreview row={row} fields={fields} draft={draft} onChange={onChange} />
      </div>
      <div className="min-w-0">
        {fields.length === 0 ? (
          <p className="p-4 text-ink-soft">
            <Trans>This conversion has no options.</Trans>
          </p>
        ) : (
          <OptionsForm
            fields={fields}
            values={draft}
            onChange={onChange}
            errorOf={(name) => error?.field(`options.${name}`)}
            image={row.family === 'image' ? file.pixels : null}
            shownWithImage={crops}
          />
        )}
      </div>
    </form>
  )
}
