import { describe, expect, it } from 'vitest'
import { spelt } from './hit-text.ts'
import { matchesIn, type PageText, type SearchOptions } from './search.ts'

/** A bar at the end of an item marks the end of a line. */
const text = (...pieces: string[]): PageText => ({
  pieces: pieces.map((piece) => piece.replace(/\|$/, '')),
  ends: pieces.map((piece) => piece.endsWith('|')),
})

/** The matched text, as it is in the file. */
const marked = (page: PageText, query: string, options?: SearchOptions) =>
  matchesIn(page, query, options).map(({ from, to }) =>
    page.pieces
      .slice(from.piece, to.piece + 1)
      .map((piece, index, all) =>
        piece.slice(index === 0 ? from.offset : 0, index === all.length - 1 ? to.offset : undefined),
      )
      .join('+'),
  )

describe('what stands where something was found', () => {
  it('is as the file has it, with a space for the end of a line', () => {
    const page = text('A caf\u00e9 in the Har', 'bour|', 'Row')
    const of = (query: string) => matchesIn(page, query).map((match) => spelt(page, match))
    expect(of('cafe')).toEqual(['caf\u00e9'])
    expect(of('harbour row')).toEqual(['Harbour Row'])
  })
})

describe('searching a page', () => {
  it('finds every place, in order, none over another', () => {
    const page = text('banana, bananana')
    expect(marked(page, 'ana')).toEqual(['ana', 'ana', 'ana'])
    expect(matchesIn(page, 'ana').map(({ from }) => from.offset)).toEqual([1, 9, 13])
  })

  it('goes over pieces and lines', () => {
    const page = text('The Deposit Pro', 'tection ', 'Service|', 'keeps', ' ', 'it')
    expect(marked(page, 'deposit protection service keeps it')).toEqual([
      'Deposit Pro+tection +Service+keeps+ +it',
    ])
  })

  it('takes a word that was divided at the end of a line for one word', () => {
    expect(marked(text('an exam-|', 'ple of it'), 'example')).toEqual(['exam-+ple'])
    expect(marked(text('1990-|', '2000'), '1990-2000'), 'a range keeps its dash').toEqual([])
  })

  it('does not mind upper and lower case, unless asked to', () => {
    const page = text('Rent RENT rent')
    expect(marked(page, 'rent')).toHaveLength(3)
    expect(marked(page, 'rent', { matchCase: true })).toEqual(['rent'])
    expect(marked(text('STRASSE Straße'), 'straße')).toEqual(['STRASSE', 'Straße'])
  })

  it('does not mind accents, however they are written', () => {
    expect(marked(text('café, cafe\u0301, CAFE'), 'cafe')).toEqual(['café', 'cafe\u0301', 'CAFE'])
    expect(marked(text('Müller Muller'), 'müller')).toEqual(['Müller', 'Muller'])
  })

  it('finds words with ligatures in them, and marks what the file has', () => {
    expect(marked(text('an o\ufb03ce, a \ufb01le'), 'office')).toEqual(['o\ufb03ce'])
    expect(marked(text('a \ufb01le'), 'file')).toEqual(['\ufb01le'])
    expect(marked(text('a \ufb01le'), 'ile'), 'a part of a ligature marks all of it').toEqual(['\ufb01le'])
  })

  it('finds whole words when asked to', () => {
    const page = text('art, party, Art.')
    expect(marked(page, 'art')).toEqual(['art', 'art', 'Art'])
    expect(marked(page, 'art', { wholeWords: true })).toEqual(['art', 'Art'])
  })

  it('finds Hebrew and Arabic, with and without their points, and in presentation forms', () => {
    expect(marked(text('שָׁלוֹם עולם'), 'שלום')).toEqual(['שָׁלוֹם'])
    expect(marked(text('مُحَمَّد'), 'محمد')).toHaveLength(1)
    expect(marked(text('\ufee3\ufea4\ufee4\ufeaa'), 'محمد')).toHaveLength(1)
    expect(marked(text('كتـــاب'), 'كتاب')).toEqual(['كتـــاب'])
  })

  it('finds Chinese, Japanese and Korean, over the end of a line too', () => {
    expect(marked(text('第一条|', '租金的支付'), '条租金')).toEqual(['条+租金'])
    expect(marked(text('東京ﾀﾜｰ'), '東京タワー')).toHaveLength(1)
    expect(marked(text('각 가'), '가'), 'a syllable is not a part of another').toEqual(['가'])
    expect(marked(text('がか'), 'か')).toEqual(['か'])
    expect(marked(text('ＡＢＣ'), 'abc')).toEqual(['ＡＢＣ'])
  })

  it('marks what lies outside the basic plane whole', () => {
    expect(marked(text('a 𝐁old 𠮷 word'), 'bold')).toEqual(['𝐁old'])
    expect(marked(text('a 𝐁old 𠮷 word'), '𠮷')).toEqual(['𠮷'])
  })

  it('does not mind how much space there is, nor typographic quotes and dashes', () => {
    expect(marked(text('a  \u00a0 b'), 'a b')).toHaveLength(1)
    expect(marked(text('the landlord’s “rent”'), 'landlord\'s "rent"')).toHaveLength(1)
  })

  it('finds nothing where nothing is sought', () => {
    expect(matchesIn(text('abc'), '')).toEqual([])
    expect(matchesIn(text('abc'), '   ')).toEqual([])
    expect(matchesIn(text(), 'abc')).toEqual([])
    expect(matchesIn(text('', '', 'abc', ''), 'abc')).toHaveLength(1)
  })
})
