import { expect, it } from 'vitest'
import { EVENT_PATTERNS, EVENT_TYPES, EVENTS, matchesEvent } from '../../../contract/events.ts'
import type { CatalogEntry } from '../../api/webhooks.ts'
import {
  type EventGroup,
  groupsOf,
  isChosen,
  monthlyOf,
  subscribable,
  withGroup,
  withType,
} from './catalogue.ts'

const entries: CatalogEntry[] = EVENT_TYPES.map((type, at) => ({
  type,
  group: EVENTS[type].group,
  description: EVENTS[type].description,
  payload_schema: {},
  payload_example: {},
  last_30_days: at,
}))
const groups = groupsOf(entries)
const conversions = groups.find(({ name }) => name === 'Conversions') as EventGroup

it('has a pattern for each group that the API takes, and offers no tests', () => {
  expect(conversions.pattern).toBe('conversion.*')
  for (const { pattern } of groups) expect(EVENT_PATTERNS).toContain(pattern)
  expect(groups.flatMap((group) => group.entries).some(({ type }) => type === 'webhook.test')).toBe(false)
})

it('says of each type and each set of patterns what the API says', () => {
  for (const pattern of EVENT_PATTERNS)
    for (const { type } of subscribable(entries))
      expect([pattern, type, isChosen(new Set([pattern]), type)]).toEqual([
        pattern,
        type,
        matchesEvent([pattern], type),
      ])
})

it('keeps a whole group as its pattern, and the others by name when one is removed', () => {
  const whole = withGroup(new Set(['pipeline.*']), conversions, true)
  expect([...whole]).toEqual(['pipeline.*', 'conversion.*'])
  const less = withType(whole, conversions, 'conversion.failed', false)
  expect([...less]).toEqual(['pipeline.*', 'conversion.completed', 'conversion.deleted'])
  expect([...withType(less, conversions, 'conversion.failed', true)]).toEqual(['pipeline.*', 'conversion.*'])
  expect([...withGroup(less, conversions, false)]).toEqual(['pipeline.*'])
})

it('names the types of a group that share no prefix', () => {
  const two = entries.filter(({ type }) => type === 'conversion.failed' || type === 'file.created')
  const [mixed] = groupsOf(two.map((entry) => ({ ...entry, group: 'Mixed' })))
  expect(mixed?.pattern).toBeNull()
  expect([...withGroup(new Set(), mixed as EventGroup, true)].sort()).toEqual(
    two.map(({ type }) => type).sort(),
  )
})

it('counts the events of a month that the patterns would have had sent', () => {
  const of = (type: string) => entries.find((entry) => entry.type === type)?.last_30_days ?? 0
  expect(monthlyOf(entries, new Set(['pipeline.*']))).toBe(
    of('pipeline.run.completed') + of('pipeline.run.failed'),
  )
})
