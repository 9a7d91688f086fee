import { act, screen, waitFor } from '@testing-library/react'
import { TrashIcon } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { deferred } from './deferred.tsx'
import { IconButton } from './icon-button.tsx'
import { LazyPopup, type Opened } from './lazy-popup.tsx'
import { Menu } from './menu.tsx'
import { show } from './testing.tsx'

function example(onSelect = vi.fn()) {
  const { user } = show(
    <Menu
      trigger={<IconButton name="More" icon={TrashIcon} />}
      entries={[{ label: 'Rename', onSelect }, 'line', { label: 'Remove', onSelect }]}
    />,
  )
  return { user, onSelect, trigger: screen.getByRole('button', { name: 'More' }) }
}

test('opens at the first click, is the trigger’s, and closes at the next', async () => {
  const { user, trigger } = example()
  expect(trigger).toHaveAttribute('aria-haspopup', 'menu')
  expect(trigger).toHaveAttribute('aria-expanded', 'false')
  await user.click(trigger)
  const menu = await screen.findByRole('menu', { name: 'More' })
  expect(trigger).toHaveAttribute('aria-expanded', 'true')
  expect(trigger).toHaveAttribute('aria-controls', menu.id)
  await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement))
})

test.each(['{Enter}', ' ', '{ArrowDown}'])('opens by %s, with the focus on its first entry', async (key) => {
  const { user, trigger, onSelect } = example()
  await user.tab()
  await user.keyboard(key)
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus())
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(trigger).toHaveFocus())
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})

test('Escape closes it and gives the focus back', async () => {
  const { user, trigger } = example()
  await user.click(trigger)
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(trigger).toHaveFocus())
  expect(trigger).toHaveAttribute('aria-expanded', 'false')
})

test('asks for its code again after it did not come', async () => {
  const load = vi
    .fn<() => Promise<(given: Opened) => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(({ open }) => (open ? 'It came' : ''))
  const popup = deferred<Opened>(load)
  const { user } = show(
    <LazyPopup trigger={<button type="button">More</button>} popup={popup} given={{}} haspopup="menu" />,
  )
  const trigger = screen.getByRole('button', { name: 'More' })
  await act(() => popup.preload())
  await user.click(trigger)
  expect(await screen.findByText(/It came/)).toBeInTheDocument()
})
