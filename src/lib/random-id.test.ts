import { expect, it } from 'vitest'
import { z } from 'zod'
import { randomId } from './random-id.ts'

it('makes UUIDs of version 4, each of them new', () => {
  const made = Array.from({ length: 1000 }, randomId)
  for (const id of made) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(made).size).toBe(1000)
})
