import { describe, expect, it } from 'vitest'
import { type ConvertFile, FRESH } from '../files.ts'
import { type Bytes, isQueued, ownFiles, restoredFile, storedDraftFile, withinRoom } from './stored-list.ts'

const file = (id: string, patch: Partial<ConvertFile> = {}): ConvertFile => ({
  ...FRESH,
  id,
  name: `${id}.md`,
  size: 5,
  sniffed: null,
  reading: false,
  file: new File(['hello'], `${id}.md`),
  ...patch,
})
const bytes = (...ids: string[]) => new Map<string, Bytes>(ids.map((id) => [id, new Blob(['hello'])]))

describe('a stored list', () => {
  it('brings a file back with its target and options, and no password', () => {
    const stored = storedDraftFile(
      file('a', { target: 'pdf', options: { toc: true, password: 'secret', new_password: 'secret' } }),
    )
    expect(JSON.stringify(stored)).not.toContain('secret')
    const back = restoredFile(stored, bytes('a'))
    expect(back).toMatchObject({ name: 'a.md', target: 'pdf', options: { toc: true }, missing: null })
    expect(back.file?.name).toBe('a.md')
  })

  it('asks for a file again whose bytes are gone, unless the service has it', () => {
    expect(restoredFile(storedDraftFile(file('a')), bytes()).missing).toEqual({ handle: null })
    expect(restoredFile(storedDraftFile(file('a', { file: null, s3Key: 'k' })), bytes()).missing).toBeNull()
    const merged = file('whole', { file: null, parts: [file('b'), file('c')] })
    const back = restoredFile(storedDraftFile(merged), bytes('b'))
    expect(back.parts.map(({ missing }) => missing)).toEqual([null, { handle: null }])
    expect(back.missing).toBeNull()
  })

  it('keeps what waits and what was refused, and not what has become a conversion', () => {
    expect(
      [file('a'), file('b', { phase: 'accepted' }), file('c', { phase: 'refused' })].filter(isQueued),
    ).toHaveLength(2)
  })

  it('keeps as many files as there is room for', () => {
    const files = [file('large', { size: 100 }), file('small', { size: 10 }), file('middle', { size: 50 })]
    expect([...withinRoom(files, 70)].sort()).toEqual(['middle', 'small'])
    expect(ownFiles([file('whole', { file: null, parts: files })])).toHaveLength(3)
  })
})
