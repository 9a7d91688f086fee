import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../../api/history.ts'
import { formatPercent } from '../../../lib/format-number.ts'
import type { MotifState } from '../../../ui/motif.tsx'
import type { Status } from '../../../ui/status-word.tsx'
import { failureWords } from '../../problems/index.ts'

export interface ConversionLabels {
  motif: MotifState
  status: Status
  word: string
}

/** The state of a conversion, as text for the motif and for the status next to it. */
export function useConversionLabels(): (conversion: Conversion) => ConversionLabels {
  const { t, i18n } = useLingui()
  return (conversion) => {
    const { status, progress, stage, error } = conversion
    if (status === 'pending') {
      const says = stage ?? (conversion.started_at ? t`Converting` : t`Queued`)
      if (progress === null || progress <= 0)
        return { motif: { state: 'stage', says }, status: 'working', word: says }
      const percent = 100 * progress
      return {
        motif: { state: 'converting', percent, says },
        status: 'working',
        word: formatPercent(percent, i18n.locale),
      }
    }
    if (status === 'completed')
      return conversion.download_url
        ? { motif: { state: 'done' }, status: 'done', word: t`Completed` }
        : { motif: { state: 'expired' }, status: 'done', word: t`Completed` }
    const word = i18n._(failureWords(error?.code ?? '').short)
    if (error?.code === 'cancelled') return { motif: { state: 'cancelled' }, status: 'cancelled', word }
    return {
      motif: { state: 'failed', ...(progress !== null && { percent: 100 * progress }) },
      status: 'failed',
      word,
    }
  }
}

/** The name of a conversion: its file, or the first file and the number of merged others. */
export function useSourceName(): (name: string, fileCount: number) => string {
  const { t } = useLingui()
  return (name, fileCount) => {
    const more = fileCount - 1
    return more > 0
      ? t({ message: plural(more, { one: `${name} and # more`, other: `${name} and # more` }) })
      : name
  }
}

/**
 * Whether its original can be added to Convert again. Of several files only the first is available.
 */
export const isOriginalStored = ({ s3_key, file_count, operation }: Conversion): boolean =>
  s3_key !== null && file_count === 1 && !ELSEWHERE.has(operation)

/** Conversions by a pipeline's steps or the PDF editor. */
const ELSEWHERE: ReadonlySet<string> = new Set(['pipeline', 'edit'])

const HOUR = 3_600_000

export interface Expiry {
  word: string
  /** Less than a day: shown in color. */
  soon: boolean
}

/** How long a conversion's files are still stored: "7 days", "22 h"; null once they are deleted. */
export function useTimeLeft(): (conversion: Conversion, now?: number) => Expiry | null {
  const { t } = useLingui()
  return ({ expires_at, download_url, s3_key }, now = Date.now()) => {
    const left = expires_at ? Date.parse(expires_at) - now : 0
    if (left <= 0 || (!download_url && s3_key === null)) return null
    const hours = Math.max(1, Math.floor(left / HOUR))
    const days = Math.floor(hours / 24)
    if (hours < 24) return { word: t`${hours} h`, soon: true }
    return { word: days === 1 ? t`1 day` : t`${days} days`, soon: false }
  }
}

/** When a conversion's files expire: "7 days", "22 h", "Expired"; a dash if there are none. */
export function useExpiry(): (conversion: Conversion, now?: number) => Expiry {
  const { t } = useLingui()
  const timeLeft = useTimeLeft()
  return (conversion, now) => {
    const { status, expires_at, download_url } = conversion
    if (status === 'pending' || !expires_at) return { word: '–', soon: false }
    // A failed conversion's original is kept as long as a result would be.
    if (status === 'failed') return timeLeft(conversion, now) ?? { word: '–', soon: false }
    return (download_url && timeLeft(conversion, now)) || { word: t`Expired`, soon: false }
  }
}
