import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../../tests/component/app.tsx'
import { setTheme } from '../../stores/preferences.ts'
import { forgetRecents } from './palette-recents.ts'
import { closeOverlay, openOverlay } from './shell-store.ts'

const { open, signIn } = withApp({ width: 100 })
afterEach(() => {
  closeOverlay()
  forgetRecents()
  setTheme('system')
})

const options = () => screen.getAllByRole('option')
const chosen = () => options().find((one) => one.getAttribute('aria-selected') === 'true')

async function search(user: UserEvent, text: string) {
  openOverlay('palette')
  await user.type(await screen.findByPlaceholderText('Search or jump to'), text)
}

describe('the palette', () => {
  it('has the best match first, and says what Enter does', async () => {
    signIn()
    const { user, router } = open('/account')
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    await search(user, 'sign o')
    await waitFor(() => expect(chosen()).toHaveTextContent(/^Sign out/))
    await user.clear(screen.getByPlaceholderText('Search or jump to'))
    await user.type(screen.getByPlaceholderText('Search or jump to'), 'pipeline')
    await waitFor(() => expect(options()[0]).toHaveTextContent('Pipelines'))
    expect(chosen()).toHaveTextContent(/Pipelines.*Open page/)
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toHaveTextContent(/New pipeline.*Create/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/pipelines/new'))
  })

  it('chooses what the server finds, where it is the better match, and shows formats and date', async () => {
    signIn()
    const { user, router } = open('/account')
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    await search(user, 'november-ledger')
    await waitFor(() => expect(chosen()).toHaveTextContent(/^november-ledger\.xlsx/))
    expect(chosen()).toHaveTextContent(/XLSX/)
    expect(options().some((one) => /XLSX → CSV, \d+ \w+/.test(one.textContent ?? ''))).toBe(true)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/(storage|history)\/.+/))
  })

  it('begins with what was chosen before', async () => {
    signIn()
    const { user } = open('/account')
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    await search(user, 'dark')
    await user.keyboard('{Enter}')
    openOverlay('palette')
    await screen.findByText('Recent')
    expect(options()[0]).toHaveTextContent('Dark theme')
    expect(options().filter((one) => one.textContent?.startsWith('Dark theme'))).toHaveLength(1)
  })

  it('has the verbs of the areas', async () => {
    signIn()
    open('/account')
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    openOverlay('palette')
    await screen.findByPlaceholderText('Search or jump to')
    const names = options().map((one) => one.textContent ?? '')
    for (const verb of [
      'New pipeline',
      'New API key',
      'New webhook',
      'Switch business…',
      'New business',
      'Sign out',
    ])
      expect(
        names.some((name) => name.startsWith(verb)),
        verb,
      ).toBe(true)
  })
})
