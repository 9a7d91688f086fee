import type { PageView } from '../viewer/index.ts'
import type { Draft } from './draft.ts'
import { FieldInput } from './field-input.tsx'
import { type FormField, faultOf, heldBy, isLaid } from './fields.ts'

type FieldsLayerProps = {
  view: PageView
  /** The page number in the file, from 1. */
  page: number
  fields: readonly FormField[]
  draft: Draft
  /** Whether fields are highlighted. */
  highlighted: boolean
  onFocus: (name: string) => void
  onChange: (change: (draft: Draft) => Draft, of: string) => void
}

/** The form fields of a page, as controls over it. */
export function FieldsLayer({ view, page, fields, draft, highlighted, onFocus, onChange }: FieldsLayerProps) {
  return fields.flatMap((field) =>
    field.places
      .filter((place) => place.page === page && isLaid(place))
      .map((place) => {
        const value = heldBy(field, draft.fields)
        return (
          <FieldInput
            key={place.id}
            field={field}
            place={place}
            view={view}
            value={value}
            highlighted={highlighted}
            fault={faultOf(field, value)}
            onFocus={() => onFocus(field.name)}
            onChange={(next) =>
              onChange(
                (now) => ({ ...now, fields: { ...now.fields, [field.name]: next } }),
                `field ${field.name}`,
              )
            }
          />
        )
      }),
  )
}
