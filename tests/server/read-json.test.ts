import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { Context } from '../../server/core/context.ts'
import type { ConversionRow } from '../../server/core/schema.ts'
import { readInspection } from '../../server/features/convert/inspect-file.ts'

/** What an engine has written about a file: a list of so many items of ten bytes each. */
function sight(items: number) {
  let read = 0
  const lines = function* () {
    yield Buffer.from('[')
    for (let at = 0; at < items; at += 1000) {
      read += 10_000
      yield Buffer.from('"1234567",'.repeat(1000))
    }
    yield Buffer.from('""]')
  }
  const ctx = { platform: { objects: { read: async () => Readable.from(lines()) } } }
  const row = { status: 'completed', outputKey: 'outputs/x' }
  return {
    answer: () => readInspection(ctx as unknown as Context, row as unknown as ConversionRow),
    read: () => read,
  }
}

it('what an engine writes about a file is parsed up to a size, and refused beyond it without being read', async () => {
  expect(await sight(700_000).answer()).toHaveLength(700_001)
  const large = sight(5_000_000)
  await expect(large.answer()).rejects.toMatchObject({ code: 'inspection_failed' })
  expect(large.read()).toBeLessThan(9_000_000)
})
