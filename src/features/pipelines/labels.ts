import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatMoment, formatMomentLine } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'

/** The maximum length of a name in a dialog title. */
export const LONG = 40

/** Counts and times for lists and panels of pipelines. */
export function useLabels() {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  return {
    number,
    credits: (count: number | null) =>
      count === null ? '–' : t({ message: plural(count, { one: '# credit', other: '# credits' }) }),
    files: (count: number) => t({ message: plural(count, { one: '# file', other: '# files' }) }),
    steps: (count: number) => t({ message: plural(count, { one: '# step', other: '# steps' }) }),
    runs: (count: number) => t({ message: plural(count, { one: '# run', other: '# runs' }) }),
    /** For the middle of a sentence. */
    when: (at: string) => formatMoment(new Date(at), { locale: i18n.locale }),
    moment: (at: string | null) => (at ? formatMomentLine(new Date(at), { locale: i18n.locale }) : '–'),
  }
}
