import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PartStatus, ServiceStatus, StatusDay, StatusIncident } from '../../../api/status.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatList } from '../../../lib/format-list.ts'
import { serverText } from '../../../lib/server-text.ts'
import { FAMILY_WORDS } from '../../family-labels/index.ts'

type State = ServiceStatus['status']
type Part = StatusIncident['part']

export const STATE_WORDS: Record<State, MessageDescriptor> = {
  ok: msg`Operational`,
  degraded: msg`Degraded`,
  down: msg`Down`,
  unknown: msg`No data`,
}

/** Titles of parts that are degraded or down. */
const TITLES: Record<Part, Record<'degraded' | 'down', MessageDescriptor>> = {
  conversions: { degraded: msg`Conversions are degraded`, down: msg`Conversions are down` },
  files: { degraded: msg`Uploads and downloads are degraded`, down: msg`Uploads and downloads are down` },
  pages: { degraded: msg`Sign-in and pages are degraded`, down: msg`Sign-in and pages are down` },
  mail: { degraded: msg`E-mail is delayed`, down: msg`E-mail is delayed` },
  webhooks: { degraded: msg`Webhooks are delayed`, down: msg`Webhooks are delayed` },
}

/** The same in the past tense. */
const PAST_TITLES: typeof TITLES = {
  conversions: { degraded: msg`Conversions were degraded`, down: msg`Conversions were down` },
  files: { degraded: msg`Uploads and downloads were degraded`, down: msg`Uploads and downloads were down` },
  pages: { degraded: msg`Sign-in and pages were degraded`, down: msg`Sign-in and pages were down` },
  mail: { degraded: msg`E-mail was delayed`, down: msg`E-mail was delayed` },
  webhooks: { degraded: msg`Webhooks were delayed`, down: msg`Webhooks were delayed` },
}

const MINUTE = 60_000

export function useStatusLabels() {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  // The history's days are in UTC.
  const dayName = ({ date }: Pick<StatusDay, 'date'>) =>
    formatDate(new Date(`${date}T12:00Z`), { locale, timeZone: 'UTC' })
  const minutes = (count: number) => (count < 60 ? t`${count} min` : formatDuration(count * MINUTE))
  const state = (of: State) => i18n._(STATE_WORDS[of])
  /** "Down, 26 min" */
  const dayState = (day: StatusDay): string => {
    const down = day.minutes_down > 0 ? `${state('down')}, ${minutes(day.minutes_down)}` : ''
    const degraded = day.minutes_degraded > 0 ? `${state('degraded')}, ${minutes(day.minutes_degraded)}` : ''
    return [down, degraded].filter(Boolean).join('; ') || state(day.state)
  }
  const affected = (families: PartStatus['families']) => {
    if (families.length === 0) return ''
    const names = formatList(
      families.map((family) => i18n._(FAMILY_WORDS[family])),
      locale,
    )
    return t`Affected: ${names}.`
  }
  return {
    state,
    dayName,
    minutes,
    dayState,
    day: (day: StatusDay) => `${dayName(day)}: ${dayState(day)}`,
    title: (part: Part, of: 'degraded' | 'down') => i18n._(TITLES[part][of]),
    incident: ({ part, state, until, families }: StatusIncident) => ({
      title: i18n._((until === null ? TITLES : PAST_TITLES)[part][state]),
      affected: affected(families),
    }),
    meaning: ({ sentence, families }: Pick<PartStatus, 'sentence' | 'families'>) =>
      `${serverText(i18n, sentence)} ${affected(families)}`.trim(),
    /** The duration between two times: "less than a minute", "26 min". */
    lasted: (since: string, until: string) => {
      const ms = Date.parse(until) - Date.parse(since)
      return ms < MINUTE ? t`less than 1 min` : minutes(Math.round(ms / MINUTE))
    },
  }
}
