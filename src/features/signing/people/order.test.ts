import { describe, expect, it } from 'vitest'
import { arrange, canStep, groupsOf, moveTo, normalGroups, step } from './order.ts'

type Role = 'signer' | 'copy'
const one = (id: string, group: number, role: Role = 'signer') => ({ id, role, group })
const PEOPLE = [one('a', 1), one('b', 1), one('c', 2), one('z', 1, 'copy')]
/** "a b / c / z": the groups in order. */
const textOf = (people: readonly { id: string; group: number; role: Role }[]) =>
  [
    ...groupsOf(people).map(({ people }) => people.map(({ id }) => id).join(' ')),
    ...people.filter(({ role }) => role === 'copy').map(({ id }) => id),
  ].join(' / ')

describe('the order of recipients', () => {
  it('has no gaps, and copies last', () => {
    const people = normalGroups([one('z', 1, 'copy'), one('c', 9), one('a', 4), one('b', 4)])
    expect(textOf(people)).toBe('a b / c / z')
    expect(people.map(({ group }) => group)).toEqual([1, 1, 2, 2])
  })

  it('moves a recipient into a group, or between two', () => {
    expect(textOf(moveTo(PEOPLE, 'c', 1))).toBe('a b c / z')
    expect(textOf(moveTo(PEOPLE, 'b', 1.5))).toBe('a / b / c / z')
    expect(textOf(moveTo(PEOPLE, 'a', 3))).toBe('b / c / a / z')
  })

  it('moves step by step: out of a group first, then into the next', () => {
    const apart = step(PEOPLE, 'b', 1)
    expect(textOf(apart)).toBe('a / b / c / z')
    expect(textOf(step(apart, 'b', 1))).toBe('a / b c / z')
    expect(textOf(step(apart, 'b', -1))).toBe('a b / c / z')
    expect(textOf(step(PEOPLE, 'b', -1))).toBe('b / a / c / z')
  })

  it('ends at both ends', () => {
    expect(canStep(PEOPLE, 'c', 1)).toBe(false)
    expect(canStep(PEOPLE, 'c', -1)).toBe(true)
    expect(canStep(PEOPLE, 'a', -1)).toBe(true)
    expect(canStep(PEOPLE, 'z', -1)).toBe(false)
    expect(canStep([one('a', 1), one('z', 1, 'copy')], 'a', 1)).toBe(false)
  })

  it('is all at once, or one after another', () => {
    expect(textOf(arrange(PEOPLE, 'together'))).toBe('a b c / z')
    expect(textOf(arrange(PEOPLE, 'in_turn'))).toBe('a / b / c / z')
  })
})
