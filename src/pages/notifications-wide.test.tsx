import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { open, signIn } = withApp({ width: 120 })

it('has the settings beside the list on a very wide screen, and no button for them', async () => {
  signIn()
  const { user } = open('/notifications')
  const settings = within(await screen.findByRole('complementary', { name: 'Notification settings' }))
  const signing = await settings.findByRole('switch', { name: 'Signing' })
  expect(signing).toBeChecked()
  await user.click(signing)
  expect(signing).not.toBeChecked()
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
})

it('moves the focus to the settings where a link asks for them', async () => {
  signIn()
  open('/notifications?settings=1')
  const panel = await screen.findByRole('complementary', { name: 'Notification settings' })
  await waitFor(() => expect(panel).toHaveFocus())
})
