import { describe, expect, it } from 'vitest'
import { type Draft, draftOf, isSame, newStep, rememberKeys, stepOf } from './drafts.ts'

const saved = {
  name: 'Stamp',
  description: '',
  steps: [
    {
      id: 'a',
      operation: 'watermark',
      target_format: 'pdf',
      options: { text: 'COPY', size: 40 },
      files: [],
      files_first: false,
      secrets: [],
    },
    {
      id: 'b',
      operation: 'encrypt',
      target_format: 'pdf',
      options: {},
      files: [],
      files_first: false,
      secrets: ['user_password'],
    },
  ],
}

describe('a draft', () => {
  it('is the same as what it came from, also when its options were set in another order', () => {
    const draft = draftOf(saved)
    const [first, second] = draft.steps
    expect(isSame(draft, draftOf(saved))).toBe(true)
    const turned = { ...draft, steps: [{ ...first, options: { size: 40, text: 'COPY' } }, second] } as Draft
    expect(isSame(turned, draft)).toBe(true)
    expect(isSame({ ...draft, steps: draft.steps.toReversed() }, draft)).toBe(false)
  })

  it('counts a space that is typed: the next word goes there', () => {
    const draft = draftOf(saved)
    expect(isSame({ ...draft, name: 'Stamp ' }, draft)).toBe(false)
  })

  it('sends a secret only where one was typed, and an empty one to take it away', () => {
    const [, lock] = draftOf(saved).steps
    if (!lock) throw new Error('there is no such step')
    expect(stepOf(lock)).toEqual({
      id: 'b',
      operation: 'encrypt',
      target_format: 'pdf',
      options: {},
      files: [],
      files_first: false,
    })
    expect(stepOf({ ...lock, typed: { user_password: '' } }).options).toEqual({ user_password: '' })
  })

  it('leaves out empty lines and what was cleared', () => {
    const step = { ...newStep('redact', 'pdf'), options: { terms: ['a', ' ', ''], size: undefined } }
    expect(stepOf(step)).toMatchObject({ operation: 'redact', options: { terms: ['a'] } })
    expect(stepOf(step)).not.toHaveProperty('id')
    expect(stepOf(step).options).not.toHaveProperty('size')
  })

  it('keeps a step’s place in the page when it gets its id', () => {
    const step = newStep('flatten', 'pdf')
    const draft = { name: 'x', description: '', steps: [step] }
    rememberKeys(draft, { steps: [{ id: 'from-the-service' }] })
    const again = draftOf({
      name: 'x',
      description: '',
      steps: [
        {
          id: 'from-the-service',
          operation: 'flatten',
          target_format: 'pdf',
          options: {},
          files: [],
          files_first: false,
        },
      ],
    })
    expect(again.steps[0]?.key).toBe(step.key)
  })
})
