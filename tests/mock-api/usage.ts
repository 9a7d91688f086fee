import type { Conversion } from '../../contract/conversion.ts'
import { FAMILIES, type Family } from '../../contract/families.ts'
import { FORECAST, type UsageFigures, type usageEndpoints } from '../../contract/usage.ts'
import type { Db } from './db.ts'
import type { Actor, AreaHandlers } from './handler.ts'
import { owned } from './history.ts'
import { pageOf } from './page.ts'
import { creditsOf } from './submit.ts'

const DAY = 86_400_000
const KEEP_HOURS = 7 * 24

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
const dateIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at)
const monthEnd = (date: string) => addDays(`${addDays(`${date.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1)

/** Newest first, with those that were hidden. */
const counted = (db: Db, actor: Actor): Conversion[] =>
  db.conversions
    .filter(({ owner }) => owner === actor.id)
    .map(({ conversion }) => conversion)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))

/** When who is acted for began here. */
const sinceOf = ({ business, user }: Actor) =>
  business?.createdAt ?? user?.created_at ?? new Date().toISOString()
const zoneOf = ({ user }: Actor) => user?.time_zone ?? 'UTC'

function figures(of: readonly Conversion[]): UsageFigures {
  const cancelled = of.filter(({ error }) => error?.code === 'cancelled').length
  return {
    conversions: of.length,
    completed: of.filter(({ status }) => status === 'completed').length,
    failed: of.filter(({ status }) => status === 'failed').length - cancelled,
    cancelled,
    credits: of.reduce((sum, one) => sum + (one.credits_charged ?? 0), 0),
  }
}

const families = (of: readonly Conversion[]) =>
  Object.fromEntries(
    FAMILIES.map((family) => [family, of.filter((one) => one.family === family).length]),
  ) as Record<Family, number>

function forecast(mine: readonly Conversion[], remaining: number, zone: string) {
  const now = Date.now()
  const first = Date.parse(mine.at(-1)?.created_at ?? new Date().toISOString())
  const days = Math.min(FORECAST.basisDays, Math.floor((now - first) / DAY))
  const known = days >= FORECAST.fromDays
  const spent = figures(mine.filter((one) => Date.parse(one.created_at) >= now - days * DAY)).credits
  const perDay = known ? spent / days : null
  const today = dateIn(zone, now)
  const month_end = monthEnd(today)
  const left = perDay ? remaining / perDay : null
  const until = Math.round((Date.parse(month_end) - Date.parse(today)) / DAY) + 1
  return {
    basis_days: days,
    credits_per_day: perDay,
    month_end,
    credits_at_month_end: perDay ? Math.max(0, Math.round(remaining - perDay * until)) : null,
    credits_last_until: left && left <= FORECAST.aheadDays ? dateIn(zone, now + left * DAY) : null,
  }
}

function storage(mine: readonly Conversion[]) {
  const soon = Date.now() + DAY
  const originals = mine.filter(({ s3_key }) => s3_key !== null)
  const results = mine.filter(({ output }) => output?.s3_key)
  const sent = (of: readonly Conversion[]) => of.reduce((sum, one) => sum + one.size_bytes, 0)
  const made = (of: readonly Conversion[]) => of.reduce((sum, one) => sum + (one.output?.size_bytes ?? 0), 0)
  const leaving = ({ expires_at }: Conversion) => expires_at !== null && Date.parse(expires_at) < soon
  return {
    bytes: sent(originals) + made(results),
    files: originals.length + results.length,
    families: FAMILIES.map((family) => ({
      family,
      originals_bytes: sent(originals.filter((one) => one.family === family)),
      results_bytes: made(results.filter((one) => one.family === family)),
    })),
    leaving_bytes: sent(originals.filter(leaving)) + made(results.filter(leaving)),
  }
}

export const usageHandlers: AreaHandlers<keyof typeof usageEndpoints> = {
  listPlans: ({ db, actor }) => ({
    status: 200,
    body: {
      plans: [
        {
          code: 'free',
          name: 'Free',
          is_current: true,
          credits_granted: db.granted,
          credits_period: 'once',
          limits: { max_upload_bytes: 2_000_000_000, keep_hours: KEEP_HOURS },
          since: sinceOf(actor),
        },
      ],
    },
  }),

  getUsageSummary({ db, actor, query }) {
    const zone = query.time_zone ?? zoneOf(actor)
    const mine = counted(db, actor)
    const today = dateIn(zone, Date.now())
    const from = `${today.slice(0, 7)}-01`
    const { granted, remaining, held } = creditsOf(db, actor)
    const { credits: _, ...all } = figures(mine)
    const ofMonth = mine.filter((one) => dateIn(zone, Date.parse(one.created_at)) >= from)
    return {
      status: 200,
      body: {
        time_zone: zone,
        month: { from, to: monthEnd(today), ...figures(ofMonth) },
        all_time: { since: sinceOf(actor), ...all },
        credits: { granted, remaining, held, charged: granted - remaining - held },
        forecast: forecast(mine, remaining, zone),
        storage: storage(mine),
      },
    }
  },

  getUsageTrend({ db, actor, query }) {
    const zone = query.time_zone ?? zoneOf(actor)
    const [count, step] = query.days === '365' ? [52, 7] : [Number(query.days), 1]
    const to = dateIn(zone, Date.now())
    const from = addDays(to, 1 - count * step)
    const mine = counted(db, actor).map((one) => ({ one, date: dateIn(zone, Date.parse(one.created_at)) }))
    const sums = (of: readonly Conversion[]) =>
      figures(of.filter(({ family }) => !query.family || family === query.family))
    const between = (first: string, after: string) =>
      mine.filter(({ date }) => date >= first && date < after).map(({ one }) => one)
    const earlier = addDays(from, -count * step)
    const all = between(from, addDays(to, 1))
    return {
      status: 200,
      body: {
        time_zone: zone,
        family: query.family ?? null,
        step: step === 1 ? 'day' : 'week',
        from,
        to,
        rows: Array.from({ length: count }, (_, at) => {
          const date = addDays(from, at * step)
          const before = addDays(earlier, at * step)
          const here = between(date, addDays(date, step))
          return {
            date,
            families: families(here),
            ...sums(here),
            previous: sums(between(before, addDays(before, step))),
          }
        }),
        total: { ...sums(all), families: families(all) },
        previous: { ...sums(between(earlier, from)), from: earlier, to: addDays(from, -1) },
      },
    }
  },

  listRecentConversions({ db, actor, query }) {
    const newest = counted(db, actor)
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? newest.toReversed() : newest, query) }
  },

  getConversionRecord({ db, actor, params }) {
    const { conversion } = owned(db, actor, params.conversion_id)
    const { credits_quoted, credits_charged, created_at, started_at, completed_at, expires_at } = conversion
    const ended =
      conversion.error?.code === 'cancelled' ? 'cancelled' : conversion.error ? 'failed' : 'completed'
    const expires = expires_at && Date.parse(expires_at) < Date.now() ? 'expired' : 'expires'
    return {
      status: 200,
      body: {
        ...conversion,
        attempts: started_at ? 1 : 0,
        ledger: [
          { kind: 'hold' as const, amount: -credits_quoted, at: created_at },
          ...(completed_at
            ? [
                {
                  kind: credits_charged ? ('settle' as const) : ('release' as const),
                  amount: credits_quoted - (credits_charged ?? 0),
                  at: completed_at,
                },
              ]
            : []),
        ],
        timeline: [
          { event: 'accepted' as const, at: created_at },
          ...(started_at ? [{ event: 'started' as const, at: started_at }] : []),
          ...(completed_at ? [{ event: ended, at: completed_at } as const] : []),
          ...(expires_at ? [{ event: expires, at: expires_at } as const] : []),
        ],
      },
    }
  },
}
