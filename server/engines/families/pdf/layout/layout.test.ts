import { describe, expect, it } from 'vitest'
import { slicesOf } from './bands.ts'
import { chunksOf, textOf } from './chunks.ts'
import { apply, directionOf, displayMatrix, transformed, uprightMatrix } from './frame.ts'
import { linesOf } from './lines.ts'
import { markerOf } from './list-markers.ts'
import type { Box, Glyph, Rule, Style } from './model.ts'
import { paragraphsOf } from './paragraphs.ts'
import { fontFacts } from './read-font.ts'
import { gridsOf } from './ruled-tables.ts'
import { uprightColumns } from './vertical.ts'
import { legalText } from './xml-text.ts'

const STYLE: Style = { font: 'Arial', size: 10, bold: false, italic: false, color: null }
const SMALL: Style = { ...STYLE, size: 6 }

/** Text at a position; each letter is five points wide. */
function glyphs(text: string, x: number, y: number, style = STYLE): Glyph[] {
  return [...text].flatMap((letter, index): Glyph[] => {
    if (letter === ' ') return []
    const left = x + 5 * index
    const gap = index === 0 ? 'line' : text[index - 1] === ' ' ? 'space' : 'none'
    const box = { left, right: left + 5, top: y - 8, bottom: y + 2 }
    return [{ text: letter, box, baseline: y, style, link: null, gap, mark: -1 }]
  })
}
const column: Box = { left: 0, top: 0, right: 200, bottom: 500 }
const paragraphs = (...lines: Glyph[][]) => paragraphsOf(linesOf(chunksOf(lines.flat())), column)
const texts = (...lines: Glyph[][]) => paragraphs(...lines).map(({ runs }) => textOf(runs))
const FULL = 'many words that fill a whole line here'

describe('coordinates', () => {
  it('are those of a page as it is shown, whatever its rotation', () => {
    for (const [rotation, x, y, width] of [
      [0, 10, 80, 200],
      [1, 20, 10, 100],
      [2, 190, 20, 200],
      [3, 80, 190, 100],
    ] as const) {
      const display = displayMatrix([0, 0, 200, 100], rotation)
      expect(apply(display.matrix, 10, 20)).toEqual([x, y])
      expect(display.width).toBe(width)
    }
  })

  it('are turned so that text runs to the right', () => {
    const vectors = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
    for (const direction of [0, 1, 2, 3] as const) {
      const [x, y] = vectors[direction]
      expect(directionOf(x, y)).toBe(direction)
      const turned = transformed(uprightMatrix(direction, 200, 100), {
        left: 0,
        top: 0,
        right: 200,
        bottom: 100,
      })
      expect([turned.left, turned.top].map(Math.abs)).toEqual([0, 0])
    }
    expect(directionOf(1, 1)).toBe(null)
  })
})

describe('lines', () => {
  it('of one paragraph are joined, and a parted word is whole again', () => {
    expect(texts(glyphs(`${FULL} to`, 0, 10), glyphs('the end.', 0, 22))).toEqual([`${FULL} to the end.`])
    expect(texts(glyphs(`${FULL.slice(0, 33)}\u00ad`, 0, 10), glyphs('tinued', 0, 22))[0]).toMatch(
      /\w+tinued$/,
    )
  })

  it('that end early end their paragraph, as those of an address', () => {
    expect(texts(glyphs('A person', 0, 10), glyphs('A street', 0, 22))).toEqual(['A person', 'A street'])
  })

  it('have raised marks, and tabs where a gap is wide', () => {
    const [paragraph] = paragraphs([...glyphs('Word', 0, 20), ...glyphs('2', 20, 16, SMALL)])
    expect(paragraph?.runs.map(({ text, script }) => [text, script])).toEqual([
      ['Word', null],
      ['2', 'super'],
    ])
    expect(texts([...glyphs('Name', 0, 20), ...glyphs('Value', 150, 20)])).toEqual(['Name\tValue'])
  })

  it('of vertical writing follow each other from the right', () => {
    const down = (text: string, x: number) =>
      [...text].map(
        (letter, index): Glyph => ({
          ...(glyphs(letter, x, 0)[0] as Glyph),
          box: { left: x, right: x + 10, top: 10 * index, bottom: 10 * index + 10 },
        }),
      )
    const upright = uprightColumns([...down('一二三四五六', 150), ...down('七八九十百千', 130)], 200)
    expect(linesOf(chunksOf(upright ?? [])).map(({ text }) => text)).toEqual(['一二三四五六', '七八九十百千'])
    expect(uprightColumns(glyphs('Horizontal text', 0, 10), 200)).toBe(null)
  })
})

describe('columns', () => {
  const line = (left: number, top: number, width: number) => ({
    box: { left, top, right: left + width, bottom: top + 10 },
    text: true,
  })
  const rows = [0, 12, 24, 36]
  const page: Box = { left: 0, top: 0, right: 220, bottom: 100 }

  it('are found between lines, below what crosses them', () => {
    const items = [line(0, -30, 220), ...rows.flatMap((y) => [line(0, y, 100), line(120, y, 100)])]
    expect(slicesOf(items, page).map(({ columns }) => columns.map((one) => one.length))).toEqual([
      [1],
      [4, 4],
    ])
  })

  it('are not found in a table, nor in lines that have gaps', () => {
    const table = rows.flatMap((y, index) => [line(0, y, 20 + index * 15), line(120, y, 30)])
    expect(slicesOf(table, page)).toHaveLength(1)
    const gaps = rows.flatMap((y, index) => [line(0, y, 80 + index * 8), line(95 + index * 8, y, 80)])
    expect(slicesOf(gaps, page)).toHaveLength(1)
  })
})

describe('ruled tables', () => {
  const across = (y: number, from = 0, to = 90): Rule => ({
    box: { left: from, right: to, top: y, bottom: y },
    vertical: false,
  })
  const down = (x: number, from = 0, to = 60): Rule => ({
    box: { left: x, right: x, top: from, bottom: to },
    vertical: true,
  })

  it('have cells that span where a line is missing', () => {
    const [grid] = gridsOf([
      across(0),
      across(20),
      across(40),
      across(60),
      down(0),
      down(30, 0, 40),
      down(60),
      down(90),
    ])
    expect(grid?.cells.map((row) => row.map((cell) => cell && [cell.columns, cell.rows]))).toEqual([
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      [[2, 1], null, [1, 1]],
    ])
  })

  it('are not made of a frame, or of lines that do not touch', () => {
    expect(gridsOf([across(0), across(60), down(0), down(90)])).toEqual([])
    expect(gridsOf([across(0, 0, 10), across(50, 40, 50), down(30, 20, 30), down(80, 0, 5)])).toEqual([])
  })
})

describe('marks of lists', () => {
  it.each([
    ['• one', 'bullet', 0],
    ['12. one', 'decimal', 12],
    ['(b) one', 'lowerLetter', 2],
    ['iv) one', 'lowerRoman', 4],
    ['C. one', 'upperLetter', 3],
  ])('are known: %s', (text, format, value) => {
    expect(markerOf(text)).toMatchObject({ format, value })
  })

  it.each(['2024 was', 'e.g. this', '3.5 kg', 'iiii) no', '(b. no', '-5 degrees', '1.'])(
    'are not: %s',
    (text) => {
      expect(markerOf(text)).toBe(null)
    },
  )
})

describe('names and texts', () => {
  it.each([
    ['ABCDEF+LiberationSerif-BoldItalic', 'Liberation Serif', true, true],
    ['TimesNewRomanPS-BoldMT', 'Times New Roman', true, false],
    ['Helvetica-Oblique', 'Arial', false, true],
    ['XYZABC+CMBX12', 'Times New Roman', true, false],
    ['ABCDEF+CMTT10', 'Courier New', false, false],
    ['', 'Arial', false, false],
  ])('of fonts are those of a family: %s', (name, family, bold, italic) => {
    expect(fontFacts(name, '', 0, 400)).toEqual({ family, bold, italic })
  })

  it('have nothing that XML does not allow', () => {
    expect(legalText('a\u0000b\u0001c\ufffed\ud800e\tf')).toBe('abcd\ufffde\tf')
  })
})
