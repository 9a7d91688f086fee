import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show as render } from '../../../ui/testing.tsx'
import { CornerEditor } from './corner-editor.tsx'
import type { Quad } from './types.ts'

const QUAD: Quad = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
]

/** In jsdom nothing has a size, so a screen pixel is a photo pixel: 1000 × 500. */
function Editor({ start, onDone }: { start: Quad | null; onDone: (quad: Quad) => void }) {
  const [quad, setQuad] = useState(start)
  return (
    <CornerEditor
      imageUrl="/photo.jpg"
      width={1000}
      height={500}
      quad={quad}
      onChange={setQuad}
      onDone={onDone}
      label="Corners of page 3"
      hint="Drag each corner to the edge of the page"
      note={{ corner: 1, text: 'Ines moved this corner' }}
    />
  )
}

function show(start: Quad | null = QUAD) {
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture = vi.fn()
  const onDone = vi.fn<(quad: Quad) => void>()
  return { onDone, ...render(<Editor start={start} onDone={onDone} />) }
}

const topLeft = () => screen.getByRole('button', { name: /^Top left corner/ })

test('each handle says what it is and where', () => {
  show()
  expect(screen.getByRole('group', { name: 'Corners of page 3' })).toHaveAccessibleDescription(
    'Drag each corner to the edge of the page',
  )
  expect(screen.getAllByRole('button').map((handle) => handle.getAttribute('aria-label'))).toEqual([
    'Top left corner, 10% from the left, 10% from the top',
    'Top edge, 10% from the top',
    'Top right corner, 90% from the left, 10% from the top',
    'Right edge, 90% from the left',
    'Bottom right corner, 90% from the left, 90% from the top',
    'Bottom edge, 90% from the top',
    'Bottom left corner, 10% from the left, 90% from the top',
    'Left edge, 10% from the left',
  ])
  expect(screen.getByText('Ines moved this corner')).toBeInTheDocument()
})

test('without corners the outline is the whole photo', () => {
  show(null)
  expect(topLeft()).toHaveAccessibleName('Top left corner, 0% from the left, 0% from the top')
})

test('arrow keys move by a pixel, with Shift by ten, and are told as one change', async () => {
  const { user, onDone } = show()
  await user.tab()
  expect(topLeft()).toHaveFocus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  expect(onDone).not.toHaveBeenCalled()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  const [moved] = onDone.mock.calls[0] ?? []
  expect(moved?.[0]).toEqual([expect.closeTo(0.101), expect.closeTo(0.12)])
  expect(screen.getByText('Top left corner, 10% from the left, 12% from the top')).toBeInTheDocument()
})

test('leaving the handle tells the change at once', async () => {
  const { user, onDone } = show()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  await user.tab()
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: /^Top edge/ })).toHaveFocus()
})

test('Escape restores what the keys moved, and is not handled elsewhere then', async () => {
  const { user, onDone } = show()
  const outside = vi.fn()
  addEventListener('keydown', outside)
  await user.tab()
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  expect(topLeft()).toHaveAccessibleName('Top left corner, 12% from the left, 10% from the top')
  outside.mockClear()
  await user.keyboard('{Escape}')
  expect(topLeft()).toHaveAccessibleName('Top left corner, 10% from the left, 10% from the top')
  expect(outside).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(outside).toHaveBeenCalledTimes(1)
  expect(onDone).not.toHaveBeenCalled()
  removeEventListener('keydown', outside)
})

const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 7, button: 0 })

test('a corner is dragged, under a loupe, and reported when it is released', () => {
  const { onDone } = show()
  fireEvent.pointerDown(topLeft(), at(100, 50))
  fireEvent.pointerMove(topLeft(), at(150, 100))
  expect(topLeft()).toHaveAccessibleName('Top left corner, 15% from the left, 20% from the top')
  expect(document.querySelectorAll('img')).toHaveLength(2)
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.pointerUp(topLeft(), at(150, 100))
  expect(onDone.mock.calls).toEqual([[[[expect.closeTo(0.15), expect.closeTo(0.2)], ...QUAD.slice(1)]]])
  expect(document.querySelectorAll('img')).toHaveLength(1)
})

test('a side is dragged with both of its corners', () => {
  const { onDone } = show()
  const left = screen.getByRole('button', { name: /^Left edge/ })
  fireEvent.pointerDown(left, at(100, 250))
  fireEvent.pointerMove(left, at(200, 300))
  fireEvent.pointerUp(left, at(200, 300))
  const [moved] = onDone.mock.calls[0] ?? []
  expect(moved?.[0]).toEqual([expect.closeTo(0.2), expect.closeTo(0.1)])
  expect(moved?.[3]).toEqual([expect.closeTo(0.2), expect.closeTo(0.9)])
})

test('Escape ends a drag and puts the corner back', () => {
  const { onDone } = show()
  fireEvent.pointerDown(topLeft(), at(100, 50))
  fireEvent.pointerMove(topLeft(), at(300, 200))
  fireEvent.keyDown(topLeft(), { key: 'Escape' })
  expect(topLeft()).toHaveAccessibleName('Top left corner, 10% from the left, 10% from the top')
  fireEvent.pointerMove(topLeft(), at(400, 200))
  fireEvent.pointerUp(topLeft(), at(400, 200))
  expect(topLeft()).toHaveAccessibleName('Top left corner, 10% from the left, 10% from the top')
  expect(onDone).not.toHaveBeenCalled()
})

test('a second finger moves nothing', () => {
  const { onDone } = show()
  fireEvent.pointerDown(topLeft(), at(100, 50))
  fireEvent.pointerMove(topLeft(), { ...at(300, 200), pointerId: 8 })
  fireEvent.pointerUp(topLeft(), { ...at(300, 200), pointerId: 8 })
  expect(topLeft()).toHaveAccessibleName('Top left corner, 10% from the left, 10% from the top')
  expect(onDone).not.toHaveBeenCalled()
})
