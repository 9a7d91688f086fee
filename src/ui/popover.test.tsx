import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'
import { show } from './testing.tsx'

test('has its first field focused and not the close button; gives the focus back', async () => {
  const { user } = show(
    <Popover label="Options" head="PNG" trigger={<Button>Open</Button>}>
      <input aria-label="Quality" />
    </Popover>,
  )
  const trigger = screen.getByRole('button', { name: 'Open' })
  await user.click(trigger)
  await screen.findByRole('dialog', { name: 'Options' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quality' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(trigger).toHaveFocus())
  // A press on the trigger closes the popup and does not reopen it.
  await user.click(trigger)
  await screen.findByRole('dialog')
  await user.click(trigger)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('lies in the order of Tab where its trigger stands', async () => {
  // jsdom has no layout: every element counts as visible.
  HTMLElement.prototype.checkVisibility ??= () => true
  const { user } = show(
    <>
      <Popover label="Options" trigger={<Button>Open</Button>}>
        <input aria-label="Quality" />
      </Popover>
      <button type="button">Next</button>
    </>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quality' })).toHaveFocus())
  await user.tab()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
