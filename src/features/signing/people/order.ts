import type { RecipientRole } from '../../../api/signing.ts'

interface Placed {
  id: string
  role: RecipientRole
  group: number
}

/** Recipients who act at the same time. */
export interface Group<R> {
  number: number
  people: readonly R[]
}

/** A copy is sent at the end, wherever its recipient is in the order. */
export const atTheEnd = ({ role }: Placed): boolean => role === 'copy'

/** Groups are numbered from 1 without gaps, with their recipients in order; copies come last. */
export function normalGroups<R extends Placed>(people: readonly R[]): R[] {
  const numbers = [...new Set(people.filter((one) => !atTheEnd(one)).map(({ group }) => group))].sort(
    (a, b) => a - b,
  )
  const last = Math.max(1, numbers.length)
  return people
    .map((one) => ({ ...one, group: atTheEnd(one) ? last : numbers.indexOf(one.group) + 1 }))
    .toSorted((a, b) => Number(atTheEnd(a)) - Number(atTheEnd(b)) || a.group - b.group)
}

export const groupsOf = <R extends Placed>(people: readonly R[]): Group<R>[] =>
  [
    ...Map.groupBy(
      people.filter((one) => !atTheEnd(one)),
      ({ group }) => group,
    ),
  ]
    .map(([number, people]) => ({ number, people }))
    .toSorted((a, b) => a.number - b.number)

/** Moves a recipient to a group; a fraction between two groups creates one there. */
export const moveTo = <R extends Placed>(people: readonly R[], id: string, group: number): R[] =>
  normalGroups(people.map((one) => (one.id === id ? { ...one, group } : one)))

/**
 * One step earlier or later: from a group of several to a new group, otherwise to the next group.
 */
export function step<R extends Placed>(people: readonly R[], id: string, by: -1 | 1): R[] {
  const me = people.find((one) => one.id === id)
  if (!me) return [...people]
  const alone = people.every((one) => one.id === id || atTheEnd(one) || one.group !== me.group)
  return moveTo(people, id, alone ? me.group + by : me.group + by / 2)
}

/** All at once, or one after the other in the current order. */
export const arrange = <R extends Placed>(people: readonly R[], how: 'together' | 'in_turn'): R[] =>
  normalGroups(people.map((one, at) => ({ ...one, group: how === 'together' ? 1 : at + 1 })))

/** Whether a recipient can be moved in this direction. */
export function canStep(people: readonly Placed[], id: string, by: -1 | 1): boolean {
  const me = people.find((one) => one.id === id)
  if (!me || atTheEnd(me)) return false
  const others = people.filter((one) => one.id !== id && !atTheEnd(one))
  const shares = others.some(({ group }) => group === me.group)
  return shares || others.some(({ group }) => (by < 0 ? group < me.group : group > me.group))
}
