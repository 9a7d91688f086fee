import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  [['plain.md', 3, null, undefined], 'plain.md,3,,'],
  [['a, b', 'say "x"', 'two\nlines'], '"a, b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\tx'], "'=1+1,'+1,'-1,'@SUM(A1),'\tx"],
  [['\r=1', '=HYPERLINK("x","y")'], '"\'\r=1","\'=HYPERLINK(""x"",""y"")"'],
  [[-3, new Date(0)], '-3,1970-01-01T00:00:00.000Z'],
])('writes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
