import { expect, it } from 'vitest'
import { FORMATS } from '../server/engines/kernel/formats.ts'
import { formatLabel } from '../src/lib/format-label.ts'

it('calls a format the same in the catalog and in every list of the dashboard', () => {
  const other = FORMATS.filter(({ format, label }) => formatLabel(format) !== label)
  expect(other.map(({ format, label }) => `${format}: ${label}, and ${formatLabel(format)}`)).toEqual([])
})
