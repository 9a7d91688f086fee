import { act, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../../ui/testing.tsx'
import { useDestinations } from './destinations.ts'
import { SavePanel } from './save-panel.tsx'
import { type Saved, SHOWN_MS } from './saved.ts'
import type { Save } from './use-save.tsx'
import type { SaveForm } from './use-save-form.ts'

afterEach(() => vi.useRealTimers())

const SAVED: Saved = {
  as: 'storage',
  at: Date.UTC(2026, 10, 28, 10, 51),
  conversionId: 'c',
  fileId: 'f',
  sessionId: null,
  name: 'lease.pdf',
  url: '/api/v1/pdf_handler/c/download/',
  size: 842_000,
  charged: 1,
  expiresAt: null,
  warnings: [],
}

const saverOf = (given: Partial<Save> = {}): Save => ({
  save: vi.fn(),
  extract: vi.fn(),
  saving: false,
  saved: null,
  problem: null,
  share: vi.fn(),
  watch: () => () => {},
  dialog: null,
  ...given,
})

function Panel({ onOpen = () => {}, ...given }: Partial<SaveForm> & { onOpen?: (saved: Saved) => void }) {
  const destinations = useDestinations(true, false)
  const form: SaveForm = {
    saver: saverOf(),
    signedIn: true,
    destinations,
    destination: destinations[0]!,
    choose: () => {},
    rest: [],
    price: { credits: 1, left: 1482, missing: 0 },
    rate: 1,
    size: 842_000,
    summary: '5 fields, 1 annotation',
    check: { state: 'none' },
    reason: null,
    fresh: false,
    end: () => {},
    ...given,
  }
  return (
    <MemoryRouter>
      <SavePanel form={form} onOpen={onOpen} />
    </MemoryRouter>
  )
}

test('size, price and balance stand before the button, whose verb is the destination’s', async () => {
  const saver = saverOf()
  const { user } = show(<Panel saver={saver} />)
  const panel = screen.getByRole('region', { name: 'Save' })
  expect(panel).toHaveTextContent('5 fields, 1 annotation')
  expect(panel).toHaveTextContent('Sizeabout 842 KB')
  expect(panel).toHaveTextContent('Price1 credit of 1,482')
  await user.click(screen.getByRole('button', { name: /Save to Storage/ }))
  expect(saver.save).toHaveBeenCalledExactlyOnceWith('storage')
})

test('what costs nothing is said to be free', () => {
  show(<Panel price={{ credits: 0, left: 3, missing: 0 }} />)
  expect(screen.getByRole('region', { name: 'Save' })).toHaveTextContent('PriceFree')
})

test('without enough credits the button says why, and leads on', async () => {
  const saver = saverOf()
  const { user } = show(
    <Panel saver={saver} price={{ credits: 1, left: 0, missing: 1 }} reason="Not enough credits." />,
  )
  await user.click(screen.getByRole('button', { name: /Save to Storage/ }))
  expect(saver.save).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/billing')
})

test('pages that redaction makes images are named before saving, and a local file is sent only when asked', async () => {
  const start = vi.fn()
  const { user, rerender } = show(<Panel check={{ state: 'unchecked', start }} />)
  await user.click(screen.getByRole('button', { name: 'Check pages' }))
  expect(start).toHaveBeenCalledOnce()
  rerender(<Panel check={{ state: 'checked', pages: [2, 4, 5] }} />)
  expect(screen.getByRole('status')).toHaveTextContent('Pages 2, 4, and 5 become images.')
  rerender(<Panel check={{ state: 'checked', pages: [] }} />)
  expect(screen.getByRole('status')).toHaveTextContent('No page becomes an image.')
})

test('why saving failed stands below the button', () => {
  show(<Panel saver={saverOf({ problem: 'The PDF is damaged.' })} />)
  expect(screen.getByRole('alert')).toHaveTextContent('The PDF is damaged.')
})

test('afterwards the result can be opened and shared; the form comes back once it was left alone for 10 s', () => {
  vi.useFakeTimers()
  const end = vi.fn()
  const onOpen = vi.fn()
  const saver = saverOf({ saved: SAVED })
  show(<Panel saver={saver} fresh end={end} onOpen={onOpen} />)
  expect(screen.getByRole('status')).toHaveTextContent('Saved to Storage842 KB · 1 credit')
  const open = screen.getByRole('button', { name: 'Open' })
  // The pressed button is gone, so the next action has the focus, and the timer is paused.
  expect(open).toHaveFocus()
  act(() => vi.advanceTimersByTime(3 * SHOWN_MS))
  expect(end).not.toHaveBeenCalled()
  act(() => open.blur())
  act(() => vi.advanceTimersByTime(SHOWN_MS - 1))
  fireEvent.pointerEnter(screen.getByRole('status').parentElement!)
  act(() => vi.advanceTimersByTime(SHOWN_MS))
  expect(end).not.toHaveBeenCalled()
  fireEvent.pointerLeave(screen.getByRole('status').parentElement!)
  act(() => vi.advanceTimersByTime(1))
  expect(end).toHaveBeenCalledOnce()
  fireEvent.click(open)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(SAVED)
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(saver.share).toHaveBeenCalledExactlyOnceWith(SAVED)
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', SAVED.url)
})

test('the last result stays one click away beside the form', () => {
  show(<Panel saver={saverOf({ saved: SAVED })} />)
  expect(screen.getByRole('button', { name: /Save to Storage/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', SAVED.url)
})
