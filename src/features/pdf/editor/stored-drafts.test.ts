import { afterAll, describe, expect, it, vi } from 'vitest'
import { EMPTY } from './draft.ts'
import { keepLeft, storedDraft } from './stored-drafts.ts'

const draft = { ...EMPTY, fields: { name: 'Ana' } }
const NO_FILES = new Map<string, Blob>()

// There is no database here: values were written on page unload.
const written = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => written.get(key) ?? null,
  setItem: (key: string, value: string) => written.set(key, value),
  removeItem: (key: string) => written.delete(key),
})
afterAll(() => vi.unstubAllGlobals())

describe('a draft whose page was left', () => {
  it('is found once, by its own file', async () => {
    keepLeft('a', { draft, files: NO_FILES, at: 1 })
    expect(await storedDraft('b')).toBeNull()
    expect((await storedDraft('a'))?.draft).toEqual(draft)
    expect(await storedDraft('a')).toBeNull()
  })
  it('is not used without the files that it needs', async () => {
    keepLeft('a', { draft, files: new Map([['scan', new Blob(['x'])]]), at: 1 })
    expect(await storedDraft('a')).toBeNull()
  })
  it('is nothing when nothing was done', async () => {
    keepLeft('a', { draft: EMPTY, files: NO_FILES, at: 1 })
    expect(await storedDraft('a')).toBeNull()
  })
})
