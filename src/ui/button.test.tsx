import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { show } from './testing.tsx'

test('while it works it says the verb, keeps the focus and cannot be pressed again', async () => {
  const press = vi.fn()
  const { user } = show(
    <Button working verb="Converting" onClick={press}>
      Convert
    </Button>,
  )
  const button = screen.getByRole('button', { name: /Converting/ })
  await user.tab()
  expect(button).toHaveFocus()
  await user.click(button)
  expect(press).not.toHaveBeenCalled()
})

test('at rest the hidden verb is no part of its name', () => {
  show(
    <Button working={false} verb="Converting">
      Convert
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Convert' })).toBeEnabled()
})

test('a reason keeps it reachable and is read with it', async () => {
  const press = vi.fn()
  const { user } = show(
    <Button disabled reason="Choose a target first." onClick={press}>
      Convert
    </Button>,
  )
  await user.tab()
  const button = screen.getByRole('button', { name: 'Convert' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Choose a target first.')
  await user.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
})

test('renders as a link', () => {
  show(<Button render={<a href="/history" />}>All history</Button>)
  expect(screen.getByRole('link', { name: 'All history' })).toHaveAttribute('href', '/history')
})
