import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectFocus, show } from '../../../ui/testing.tsx'
import { PasswordDialog } from './password-dialog.tsx'

test('a wrong password is said below the field, which keeps the focus; the right one goes on', async () => {
  const attempt = vi.fn(async (password: string) => password === 'open')
  const answer = vi.fn()
  const { user } = show(<PasswordDialog name="lease.pdf" attempt={attempt} answer={answer} />)
  const field = await screen.findByLabelText('Password')
  await expectFocus(field)
  await user.keyboard('wrong')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Wrong password. Try again.')).toBeVisible()
  await expectFocus(field)
  expect(field).toHaveAttribute('aria-invalid', 'true')
  // A wrong password is selected, so that typing replaces it; the error refers to it.
  await user.keyboard('open')
  expect(screen.queryByText('Wrong password. Try again.')).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(true))
  expect(attempt.mock.calls).toEqual([['wrong'], ['open']])
})

test('without a password nothing is opened', async () => {
  const attempt = vi.fn()
  const answer = vi.fn()
  const { user } = show(<PasswordDialog name="lease.pdf" attempt={attempt} answer={answer} />)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
  expect(attempt).not.toHaveBeenCalled()
})
