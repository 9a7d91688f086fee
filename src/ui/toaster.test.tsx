import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from './testing.tsx'
import { hideToast, showToast, Toaster } from './toaster.tsx'

// APIs for swipeable toasts that jsdom lacks.
HTMLElement.prototype.setPointerCapture ??= () => {}

afterEach(() => vi.useRealTimers())

test('Undo takes it back and the toast goes', async () => {
  const undo = vi.fn()
  const { user } = show(<Toaster />)
  act(() => void showToast({ text: '3 files hidden', undo }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('3 files hidden')).not.toBeInTheDocument())
})

test('Undo stays 8 seconds, an error until it is closed', async () => {
  vi.useFakeTimers()
  show(<Toaster />)
  act(() => void showToast({ text: 'Hidden', undo: () => {} }))
  act(() => void showToast({ text: 'The list did not load', kind: 'error' }))
  act(() => vi.advanceTimersByTime(100))
  expect(screen.getByText('Hidden')).toBeInTheDocument()
  act(() => vi.advanceTimersByTime(7500))
  expect(screen.getByText('Hidden')).toBeInTheDocument()
  act(() => vi.advanceTimersByTime(1500))
  expect(screen.queryByText('Hidden')).not.toBeInTheDocument()
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('The list did not load')).toBeInTheDocument()
})

test('the same id replaces what it said', async () => {
  show(<Toaster />)
  act(() => void showToast({ id: 'zip', kind: 'working', text: 'Making a ZIP' }))
  expect(await screen.findByText('Making a ZIP')).toBeInTheDocument()
  act(() => void showToast({ id: 'zip', text: 'ZIP made' }))
  expect(await screen.findByText('ZIP made')).toBeInTheDocument()
  expect(screen.queryByText('Making a ZIP')).not.toBeInTheDocument()
  act(() => hideToast('zip'))
})
