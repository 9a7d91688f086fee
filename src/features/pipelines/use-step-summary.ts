import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { OperationEntry } from '../../api/convert.ts'
import { serverText } from '../../lib/server-text.ts'
import { type OptionField, optionFields } from '../convert/options/index.ts'
import type { DraftStep } from './drafts.ts'

/** The options of a step on one line: only those that differ from the defaults, and no secrets. */
export function useStepSummary() {
  const { t, i18n } = useLingui()
  const shownValue = (field: OptionField, value: unknown): string => {
    if (field.kind === 'switch') return value ? t`on` : t`off`
    if (field.kind === 'choice') return field.choices.find(({ raw }) => raw === value)?.label ?? String(value)
    if (Array.isArray(value)) return value.filter((line) => String(line).trim()).join(', ')
    return String(value)
  }
  return ({ options, typed, secrets, files }: DraftStep, entry: OperationEntry | undefined): string => {
    const fields = optionFields(entry?.options, (english) => serverText(i18n, english))
    const chosen = fields.flatMap((field) => {
      const { name, label, initial } = field
      if (field.kind === 'text' && field.secret) {
        if (typed[name]) return [t`${label}: new`]
        return secrets.includes(name) && typed[name] === undefined ? [t`${label}: saved`] : []
      }
      const value = options[name]
      if (value === undefined || value === initial || value === '') return []
      const shown = shownValue(field, value)
      return shown ? [`${label}: ${shown}`] : []
    })
    const others =
      files.length > 0
        ? [t({ message: plural(files.length, { one: 'with # other file', other: 'with # other files' }) })]
        : []
    return [...others, ...chosen].join(', ')
  }
}
