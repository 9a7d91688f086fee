import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from './testing.tsx'
import { VirtualList } from './virtual-list.tsx'

test('of a hundred thousand rows only those in sight are in the page', () => {
  // jsdom lays nothing out: the list is told that it is 320 px high.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  const items = Array.from({ length: 100_000 }, (_, index) => `Row ${index}`)
  show(
    <VirtualList label="Rows" items={items} keyOf={(item) => item} heightOf={() => 32}>
      {(item) => <p>{item}</p>}
    </VirtualList>,
  )
  const rows = screen.getAllByText(/^Row /)
  expect(rows[0]).toHaveTextContent('Row 0')
  expect(rows.length).toBeGreaterThanOrEqual(10)
  expect(rows.length).toBeLessThan(40)
  expect(screen.getByRole('region', { name: 'Rows' }).firstElementChild).toHaveStyle({ height: '3200000px' })
})
