import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Draft } from './draft.ts'

/** Describes a draft: "5 fields, 1 annotation". Empty if it changes nothing. */
export function useDraftSummary({ fields, marks, terms, pages, flatten }: Draft): string {
  const { t } = useLingui()
  const filled = Object.keys(fields).length
  const redacted = marks.filter(({ kind }) => kind === 'redaction').length + terms.length
  const annotations = marks.length + terms.length - redacted
  return [
    filled > 0 && t({ message: plural(filled, { one: '# field', other: '# fields' }) }),
    annotations > 0 && t({ message: plural(annotations, { one: '# annotation', other: '# annotations' }) }),
    redacted > 0 && t({ message: plural(redacted, { one: '# redaction', other: '# redactions' }) }),
    pages && t`pages changed`,
    flatten && t`flattened`,
  ]
    .filter(Boolean)
    .join(', ')
}
