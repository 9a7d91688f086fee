import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { withApp } from '../../../tests/component/app.tsx'
import { partsOf, plainOf, strong } from './strong.ts'

const { open, signIn, db } = withApp({ width: 24 })

it('leads to the page of notifications on a phone', async () => {
  signIn()
  db.webhooks.events = []
  const { user, router } = open('/history')
  await user.click(await screen.findByRole('link', { name: 'Notifications' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'))
  expect(await screen.findByText('No notifications yet')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['Lease', [{ text: 'Lease', marked: true }]],
  ['\u2069 was\u202e x', [{ text: ' was x', marked: true }]],
  ['', [{ text: '', marked: true }]],
])('keeps the mark of %j to itself', (name, parts) => {
  const sentence = `${strong(name)} expired`
  expect(partsOf(sentence)).toEqual([...parts, { text: ' expired', marked: false }])
  expect(plainOf(sentence)).toBe(`${parts[0]?.text} expired`)
})
