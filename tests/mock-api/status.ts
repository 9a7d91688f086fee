import type { Family } from '../../contract/families.ts'
import {
  type PartStatus,
  STATUS_DAYS,
  type StatusDay,
  type StatusIncident,
  type StatusPart,
  type statusEndpoints,
} from '../../contract/status.ts'
import { worstState } from '../../server/features/status/history.ts'
import { meaningOf, PART_NAMES } from '../../server/features/status/texts.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'

/** Whether strangers see the status, and the parts that do not work now. */
export interface StatusStore {
  public: boolean
  affected: { part: StatusPart; state: 'degraded' | 'down'; families?: Family[] }[]
}

const ok = (detail: string, latency_ms: number) => ({ status: 'ok' as const, detail, latency_ms })

const family = () => ({
  status: 200 as const,
  body: {
    status: 'ok' as const,
    checks: {
      database: ok('Answers.', 2),
      storage: ok('Reads and writes.', 4),
      broker: ok('Nothing waits longer than it should.', 3),
      engines: ok('All are installed.', 0),
    },
    engines: { mock: { installed: true, version: '1.0.0' } },
  },
})

const MINUTE = 60_000
const DAY = 86_400_000
/** Days before today on which a part did not work, with minutes. */
const PAST: Partial<Record<StatusPart, Record<number, { down?: number; degraded?: number }>>> = {
  conversions: { 77: { down: 108, degraded: 45 }, 12: { degraded: 31 } },
  mail: { 18: { down: 26 } },
}
/** The instance began to probe so many days ago. */
const BEGUN = 84

function dayOf(part: StatusPart, ago: number, now: number): StatusDay {
  const { down = 0, degraded = 0 } = PAST[part]?.[ago] ?? {}
  return {
    date: new Date(now - ago * DAY).toISOString().slice(0, 10),
    state: ago > BEGUN ? 'unknown' : down > 0 ? 'down' : degraded > 0 ? 'degraded' : 'ok',
    minutes_down: down,
    minutes_degraded: degraded,
  }
}

const incidentsOf = (part: StatusPart, now: number): StatusIncident[] =>
  Object.entries(PAST[part] ?? {}).map(([ago, { down = 0, degraded = 0 }]) => {
    const since = now - Number(ago) * DAY
    const state = down > 0 ? 'down' : 'degraded'
    return {
      part,
      state,
      since: new Date(since).toISOString(),
      until: new Date(since + (down + degraded) * MINUTE).toISOString(),
      families: [],
    }
  })

function partOf(part: StatusPart, { affected }: StatusStore, now: number): PartStatus {
  const { state = 'ok', families = [] } = affected.find((one) => one.part === part) ?? {}
  return {
    part,
    name: PART_NAMES[part],
    state,
    since: new Date(now - (state === 'ok' ? 3 * DAY : 41 * MINUTE)).toISOString(),
    sentence: meaningOf(part, state, families.length > 0 ? 'families' : null),
    families,
    days: Array.from({ length: STATUS_DAYS }, (_, index) => dayOf(part, STATUS_DAYS - 1 - index, now)),
  }
}

const ongoing = ({ part, state, since, families }: PartStatus): StatusIncident[] =>
  since !== null && (state === 'degraded' || state === 'down')
    ? [{ part, state, since, until: null, families }]
    : []

export const statusHandlers: AreaHandlers<keyof typeof statusEndpoints> = {
  getStatus: ({ actor, db: { status } }) => {
    if (!status.public && !actor.user && !actor.key)
      throw new MockProblem('not_found', 'This page does not exist, or you need to sign in to see it.')
    const now = Date.now()
    const parts = (['conversions', 'files', 'pages', 'mail'] as const).map((part) =>
      partOf(part, status, now),
    )
    return {
      status: 200,
      body: {
        status: worstState(parts.map(({ state }) => state)),
        public: status.public,
        checked_at: new Date(now - MINUTE / 3).toISOString(),
        parts,
        incidents: parts
          .flatMap((part) => [...ongoing(part), ...incidentsOf(part.part, now)])
          .toSorted((one, other) => other.since.localeCompare(one.since)),
      },
    }
  },
  getHealth: () => ({
    status: 200,
    body: {
      status: 'ok',
      version: '0.1.0',
      checks: {
        database: ok('Answers.', 2),
        cache: ok('Answers.', 2),
        storage: ok('Reads and writes.', 4),
        broker: ok('Nothing waits longer than it should.', 3),
        engines: ok('All are installed.', 0),
      },
    },
  }),
  getMediaHealth: family,
  getFontHealth: family,
}
