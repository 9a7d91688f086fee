import { useLingui } from '@lingui/react/macro'
import type { ApiError } from '../../api/errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Builder } from './use-builder.ts'

type DetailsFormProps = { builder: Builder; error: ApiError | null; disabled: boolean }

/** The name and the description. */
export function DetailsForm({ builder, error, disabled }: DetailsFormProps) {
  const { t } = useLingui()
  const { draft, rename } = builder
  const wrong = error?.field('name')
  return (
    <Panel>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Name`} error={wrong === undefined ? undefined : wrong || t`Enter a name.`}>
          <Input
            data-pipeline-name=""
            value={draft.name}
            maxLength={120}
            disabled={disabled}
            onChange={({ target }) => rename({ name: target.value })}
          />
        </Field>
        <Field label={t`Description`} error={error?.field('description')}>
          <Input
            value={draft.description}
            maxLength={500}
            disabled={disabled}
            onChange={({ target }) => rename({ description: target.value })}
          />
        </Field>
      </div>
    </Panel>
  )
}
