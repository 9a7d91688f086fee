import type { ComboboxGroup, ComboboxItem } from '../../../../ui/combobox.tsx'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Codes that are no countries: unions, test codes, and unknown. */
const NONE = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Every country that the browser knows, by name in this language. Replaced codes are excluded. */
export function countriesOf(locale: string): ComboboxGroup[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const items = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NONE.includes(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code): ComboboxItem[] => {
      const label = names.of(code)
      return label ? [{ value: code, label, words: code }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  return [{ name: '', items }]
}

/** A country's name; the code if the browser has none. */
export const countryName = (code: string, locale: string): string =>
  code === '' ? '' : (new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code)
