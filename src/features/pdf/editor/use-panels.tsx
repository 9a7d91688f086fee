import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { PdfDesk } from '../reader/index.ts'
import type { Draft, DraftMark, DraftPage, DraftTerm } from './draft.ts'
import type { FormField } from './fields.ts'
import { FieldsPanel } from './fields-panel.tsx'
import { MarksPanel } from './marks-panel.tsx'

type PanelsInput = {
  fields: readonly FormField[]
  draft: Draft
  current: string | null
  pages: readonly DraftPage[]
  selected: string | null
  onGoToField: (field: FormField) => void
  onFind: (term: DraftTerm) => void
  onGoToMark: (mark: DraftMark, place: number) => void
  onRemoveMark: (id: string) => void
  onChange: (change: (draft: Draft) => Draft) => void
}

/** The panels beside the pages: fields and annotations. */
export function usePanels(input: PanelsInput): ComponentProps<typeof PdfDesk>['panels'] {
  const { fields, draft, current, pages, selected } = input
  const { onGoToField, onFind, onGoToMark, onRemoveMark, onChange } = input
  const { t } = useLingui()
  const marked = draft.marks.length + draft.terms.length
  return [
    {
      value: 'fields',
      label: t`Fields`,
      ...(fields.length > 0 && { count: fields.length }),
      panel: <FieldsPanel fields={fields} filled={draft.fields} current={current} onGo={onGoToField} />,
    },
    {
      value: 'marks',
      label: t`Annotations`,
      ...(marked > 0 && { count: marked }),
      panel: (
        <MarksPanel
          terms={draft.terms}
          onFind={onFind}
          onRemoveTerm={(gone) =>
            onChange((now) => ({ ...now, terms: now.terms.filter((term) => term !== gone) }))
          }
          marks={draft.marks}
          pages={pages}
          selected={selected}
          onGo={onGoToMark}
          onRemove={({ id }) => onRemoveMark(id)}
        />
      ),
    },
  ]
}
