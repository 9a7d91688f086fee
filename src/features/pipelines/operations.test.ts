import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../../tests/mock-api/formats.ts'
import { canFollow, choicesOf, entryOf } from './operations.ts'

const choice = (operation: string, target = 'pdf') => {
  const found = choicesOf(OPERATIONS).find((one) => one.operation === operation && one.target === target)
  if (!found) throw new Error(`there is no ${operation} to ${target}`)
  return found
}

describe('what a step can be', () => {
  it('names each operation and target once, whatever engines and formats there are', () => {
    const all = choicesOf(OPERATIONS).map(({ operation, target }) => `${operation}:${target}`)
    expect(new Set(all).size).toBe(all.length)
    expect(choice('convert', 'docx').from).toEqual(expect.arrayContaining(['pdf', 'odt']))
  })

  it('offers what takes the format that comes, and no conversion into the same', () => {
    expect(canFollow(choice('watermark'), 'pdf')).toBe(true)
    expect(canFollow(choice('watermark'), 'docx')).toBe(false)
    expect(canFollow(choice('convert', 'docx'), 'docx')).toBe(false)
    expect(canFollow(choice('convert'), 'docx')).toBe(true)
    expect(canFollow(choice('watermark'), null)).toBe(true)
  })

  it('finds the options of the one that takes what comes', () => {
    const step = { operation: 'convert', target: 'pdf' }
    expect(entryOf(OPERATIONS, step, 'md')?.from).toContain('md')
    expect(entryOf(OPERATIONS, { operation: 'unheard_of', target: 'pdf' }, 'pdf')).toBeUndefined()
  })
})
