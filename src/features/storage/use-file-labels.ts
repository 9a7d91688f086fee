import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UserFile } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { dayKey, formatDateTime, formatDayShort, formatTime } from '../../lib/format-date.ts'
import { formatLabel } from '../../lib/format-label.ts'

const HOUR = 3_600_000

/** Texts for a stored file. */
export function useFileLabels() {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  return {
    size: (bytes: number) => formatBytes(bytes, i18n.locale),
    kind: ({ format }: UserFile) => (format ? formatLabel(format) : t`Other`),
    source: ({ source }: UserFile) => (source === 'conversion' ? t`Result` : t`Upload`),
    /** "10:43" today, "16 Nov" before. */
    when(at: string) {
      const date = new Date(at)
      return dayKey(date) === dayKey(new Date()) ? formatTime(date, style) : formatDayShort(date, style)
    },
    exactly: (at: string) => formatDateTime(new Date(at), style),
    shared: (count: number) => t({ message: plural(count, { one: '# link', other: '# links' }) }),
    quarantined: t`An administrator put this file in quarantine. It can’t be previewed, downloaded, converted or shared until it is released. You can delete it.`,
    /** How long a deleted file can be restored. */
    kept({ purge_at }: UserFile) {
      const hours = purge_at ? Math.max(0, Math.ceil((Date.parse(purge_at) - Date.now()) / HOUR)) : 0
      return t({ message: plural(hours, { 0: 'deleted soon', one: '# hour left', other: '# hours left' }) })
    },
  }
}
