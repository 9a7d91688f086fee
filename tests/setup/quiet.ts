import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Unexpected console output fails a test. One that expects some says so first:
 * `vi.mocked(console.error).mockImplementationOnce(() => {})` and asserts on the call.
 */
const methods = ['error', 'warn', 'log', 'info'] as const
const said: unknown[][] = []

beforeEach(() => {
  said.length = 0
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...words) => void said.push([method, ...words]))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(said, 'unexpected console output').toEqual([])
})
