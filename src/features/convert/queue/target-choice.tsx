import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Catalog, FormatEntry } from '../../../api/convert.ts'
import type { ComboboxGroup, ComboboxItem } from '../../../ui/combobox.tsx'
import { KIND_WORDS } from './labels.ts'
import { changesOf, choiceOf, kindOf, operationOf } from './targets.ts'

/** Formats as picker items: with the price, grouped by kind. */
export function useTargetItems(catalog: Catalog) {
  const { t, i18n } = useLingui()
  const item =
    (from: string | null) =>
    (format: FormatEntry): ComboboxItem => {
      const credits = from ? operationOf(catalog, from, format.format)?.credits : undefined
      return {
        value: format.format,
        label: format.label,
        words: format.extensions.join(' '),
        ...(credits !== undefined && {
          note: t({ message: plural(credits, { one: '# credit', other: '# credits' }) }),
        }),
      }
    }
  const groups = (formats: FormatEntry[], from: string | null): ComboboxGroup[] => {
    const kinds = Map.groupBy(formats, kindOf)
    return [...kinds].map(([kind, members]) => ({
      name: i18n._(KIND_WORDS[kind]),
      items: members.map(item(from)),
    }))
  }
  /** Operations that keep the format, if there are any. */
  const changes = (from: string): ComboboxGroup[] => {
    const items = changesOf(catalog, from).map(({ operation, label, to, credits }) => ({
      value: choiceOf(operation, to[0] ?? from),
      label,
      note: t({ message: plural(credits, { one: '# credit', other: '# credits' }) }),
    }))
    return items.length > 0 ? [{ name: t`Edit file`, items }] : []
  }
  return { item, groups, changes }
}
