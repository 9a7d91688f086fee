import { beforeEach, describe, expect, it } from 'vitest'
import { allFiles, type ConvertFile, changeFile, FRESH, takeOff, useFiles } from './files.ts'
import { addParts, movePart, partAtFault, putTogether, sortParts, takeApart, takeOut } from './merges.ts'

const file = (name: string): ConvertFile => ({
  ...FRESH,
  id: name,
  name,
  size: 10,
  file: null,
  sniffed: 'pdf',
  reading: false,
})

/** The current list: a merge as its file names in brackets. */
const list = () =>
  allFiles()
    .map(({ name, parts }) => (parts.length > 0 ? `[${parts.map((part) => part.name).join(' ')}]` : name))
    .join(' ')
const whole = () => allFiles().find(({ parts }) => parts.length > 0) as ConvertFile

beforeEach(() => useFiles.setState({ files: ['a', 'b', 'c', 'd'].map(file), startedAt: 1 }))

describe('files that become one', () => {
  it('stand as one row where the first of them stood, in the order that was given', () => {
    putTogether(['c', 'b'], 'merge:pdf')
    expect(list()).toBe('a [c b] d')
    expect(whole()).toMatchObject({ name: 'c', size: 20, target: 'merge:pdf', phase: 'ready' })
  })

  it('are taken apart where they stand, and put together again', () => {
    putTogether(['b', 'c'], 'merge:pdf')
    const undo = takeApart(whole().id)
    expect(list()).toBe('a b c d')
    undo()
    expect(list()).toBe('a [b c] d')
  })

  it('are apart again when that was undone', () => {
    const { undo } = putTogether(['b', 'c'], 'merge:pdf')
    undo()
    expect(list()).toBe('a b c d')
  })

  it('change their places; the row is named after the first', () => {
    putTogether(['a', 'b', 'c'], 'merge:pdf')
    movePart(whole().id, 'c', 0)
    expect(list()).toBe('[c a b] d')
    expect(whole().name).toBe('c')
    movePart(whole().id, 'c', 2)
    expect(list()).toBe('[a b c] d')
  })

  it('are sorted as people count', () => {
    useFiles.setState({ files: ['page 10', 'page 2', 'Page 1'].map(file) })
    putTogether(['page 10', 'page 2', 'Page 1'], 'merge:pdf')
    sortParts(whole().id, 'en')
    expect(list()).toBe('[Page 1 page 2 page 10]')
  })

  it('are joined by others, and one taken out stands behind them', () => {
    putTogether(['a', 'b'], 'merge:pdf')
    addParts(whole().id, ['d'])
    expect(list()).toBe('[a b d] c')
    takeOut(whole().id, 'a')
    expect(list()).toBe('[b d] a c')
  })

  it('are no merge any more when one is left', () => {
    putTogether(['a', 'b'], 'merge:pdf')
    takeOut(whole().id, 'a')
    expect(list()).toBe('a b c d')
  })

  it('leave alone what is gone, or on its way', () => {
    changeFile('b', { phase: 'sending' })
    putTogether(['a', 'b', 'gone'], 'merge:pdf')
    expect(list()).toBe('a b c d')
    putTogether(['a', 'b', 'c'], 'merge:pdf')
    expect(list()).toBe('[a c] b d')
    changeFile(whole().id, { phase: 'sending' })
    movePart(whole().id, 'c', 0)
    addParts(whole().id, ['d'])
    takeApart(whole().id)
    expect(list()).toBe('[a c] b d')
  })

  it('come back to their place when they were taken off the list', () => {
    putTogether(['b', 'c'], 'merge:pdf')
    const undo = takeOff([whole().id])
    expect(list()).toBe('a d')
    undo()
    expect(list()).toBe('a [b c] d')
  })

  it('are another wish once they change: what was refused is forgotten', () => {
    putTogether(['a', 'b'], 'merge:pdf')
    changeFile(whole().id, { phase: 'accepted', conversionId: '1' })
    movePart(whole().id, 'b', 0)
    expect(whole()).toMatchObject({ phase: 'ready', conversionId: null })
  })

  it('are told from an engine’s number, whatever the language of its sentence', () => {
    putTogether(['a', 'b'], 'merge:pdf')
    const error = (number: string, message_id = 'File {0}: {1}') => ({
      message_id,
      message_values: [number, 'It is damaged.'],
    })
    expect(partAtFault(whole(), error('2'))).toMatchObject({ part: { name: 'b' }, says: 'It is damaged.' })
    expect(partAtFault(whole(), error('3'))).toBeNull()
    expect(partAtFault(whole(), error('2', 'Page {0}: {1}'))).toBeNull()
    expect(partAtFault(whole(), null)).toBeNull()
    expect(partAtFault(file('a'), error('1'))).toBeNull()
  })
})
