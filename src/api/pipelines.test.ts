import { afterEach, describe, expect, it, vi } from 'vitest'
import { pollEvery } from './pipelines.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const run = (ago: number, status: 'pending' | 'completed' = 'pending') => ({
  status,
  created_at: new Date(NOW - ago).toISOString(),
})
const seen = (state: string) => vi.stubGlobal('document', { visibilityState: state })
afterEach(() => vi.unstubAllGlobals())

describe('how often a run is asked for', () => {
  it('is soon at first, later the longer it takes, and never again when it has ended', () => {
    seen('visible')
    expect(pollEvery(run(0), NOW)).toBe(700)
    expect(pollEvery(run(20_000), NOW)).toBe(2000)
    expect(pollEvery(run(3_600_000), NOW)).toBe(5000)
    expect(pollEvery(run(0, 'completed'), NOW)).toBe(false)
    expect(pollEvery(undefined, NOW)).toBe(false)
  })

  it('is seldom while nobody looks', () => {
    seen('hidden')
    expect(pollEvery(run(0), NOW)).toBe(30_000)
    expect(pollEvery(run(0, 'completed'), NOW)).toBe(false)
  })
})
