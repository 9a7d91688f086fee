import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { show } from './testing.tsx'

test('mixed is neither on nor off, and a press decides', async () => {
  const change = vi.fn()
  const { user, rerender } = show(<Checkbox label="All" checked={false} mixed onChange={change} />)
  const box = screen.getByRole('checkbox', { name: 'All' })
  expect(box).toBePartiallyChecked()
  await user.click(box)
  expect(change).toHaveBeenCalledWith(true, expect.any(Event))
  rerender(<Checkbox label="All" checked onChange={change} />)
  expect(box).toBeChecked()
  expect(box).not.toBePartiallyChecked()
})

test('its words press it', async () => {
  const change = vi.fn()
  const { user } = show(
    <Checkbox checked={false} onChange={change}>
      Trust this device
    </Checkbox>,
  )
  await user.click(screen.getByText('Trust this device'))
  expect(change).toHaveBeenCalledWith(true, expect.any(Event))
})
