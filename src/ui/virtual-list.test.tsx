import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { memo, Profiler } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from './testing.tsx'
import { VirtualList } from './virtual-list.tsx'

const ROWS = Array.from({ length: 1000 }, (_, index) => `Row ${index}`)

// jsdom has no layout: the list and the window get a height of 320 px.
function layOut() {
  vi.stubGlobal('innerHeight', 320)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
}

/** Scrolls like a browser in a frame that starts at `at`. */
function scrollTo(top: number, at: number) {
  const list = screen.getByRole('region', { name: 'Rows' })
  list.scrollTop = top
  const event = new Event('scroll')
  Object.defineProperty(event, 'timeStamp', { value: at })
  act(() => void fireEvent(list, event))
}

const drawn = new Map<string, number>()

const Item = memo(function Item({ name }: { name: string }) {
  drawn.set(name, (drawn.get(name) ?? 0) + 1)
  return <p>{name}</p>
})

test('a row is drawn once while it is scrolled through the list', () => {
  layOut()
  drawn.clear()
  show(
    <VirtualList label="Rows" items={ROWS} keyOf={(item) => item} heightOf={() => 32}>
      {(item) => <Item name={item} />}
    </VirtualList>,
  )
  for (let frame = 1; frame <= 20; frame++) scrollTo(frame * 32, frame * 16)
  expect(drawn.get('Row 12')).toBe(1)
  expect([...drawn.values()].every((times) => times === 1)).toBe(true)
  expect(drawn.size).toBeLessThan(20 + 320 / 32 + 4)
})

test('the first render has the rows in sight, before anything is measured', () => {
  layOut()
  drawn.clear()
  let first = 0
  show(
    <Profiler
      id="list"
      onRender={(_, phase) => {
        if (phase === 'mount') first = drawn.size
      }}
    >
      <VirtualList label="Rows" items={ROWS} keyOf={(item) => item} heightOf={() => 32}>
        {(item) => <Item name={item} />}
      </VirtualList>
    </Profiler>,
  )
  expect(first).toBeGreaterThanOrEqual(320 / 32)
})

test('rows are sketched only while frames are lost, and drawn in full after that', async () => {
  layOut()
  show(
    <VirtualList
      label="Rows"
      items={ROWS}
      keyOf={(item) => item}
      heightOf={() => 32}
      sketch={(item) => <p>Sketch of {item}</p>}
    >
      {(item) => <p>{item}</p>}
    </VirtualList>,
  )
  // At a browser's frame rate, one screen per frame.
  for (let frame = 1; frame <= 5; frame++) scrollTo(frame * 320, frame * 16)
  expect(screen.getByText('Row 52')).toBeInTheDocument()
  expect(screen.queryByText(/^Sketch/)).toBeNull()

  scrollTo(6 * 320, 5 * 16 + 50)
  expect(screen.getByText('Sketch of Row 65')).toBeInTheDocument()
  // Slower: rows are rendered in full again.
  scrollTo(6 * 320 + 96, 5 * 16 + 100)
  scrollTo(6 * 320 + 128, 5 * 16 + 116)
  expect(screen.queryByText(/^Sketch/)).toBeNull()

  scrollTo(9 * 320, 5 * 16 + 166)
  expect(screen.getAllByText(/^Sketch/).length).toBeGreaterThan(5)
  await waitFor(() => expect(screen.queryByText(/^Sketch/)).toBeNull())
  expect(screen.getByText('Row 92')).toBeInTheDocument()
})

test('of a hundred thousand rows only those in sight are in the page', () => {
  layOut()
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
