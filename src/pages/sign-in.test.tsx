import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, db } = withApp()
afterEach(() => sessionStorage.clear())

it('says what is wrong where the form is, and leads on when it is right', async () => {
  const { user, router } = open('/sign-in?return=%2Fhistory%3Fstatus%3Dfailed')
  await user.type(await screen.findByLabelText('E-mail or user name'), 'ines')
  await user.type(screen.getByLabelText('Password'), 'wrong words')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong user name or password')

  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), INES.password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/history', search: '?status=failed' }),
  )
})

it('does not lead to another site', async () => {
  const { user, router } = open('/sign-in?return=%2F%2Fother.example')
  await user.type(await screen.findByLabelText('E-mail or user name'), 'ines')
  await user.type(screen.getByLabelText('Password'), `${INES.password}{Enter}`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

it('keeps the name that was entered when signing up', async () => {
  const { user } = open('/sign-up')
  await user.type(await screen.findByLabelText('First name (optional)'), ' Ana ')
  await user.type(screen.getByLabelText('Last name (optional)'), 'Ruiz Calder')
  await user.type(screen.getByLabelText('User name'), 'ana')
  await user.type(screen.getByLabelText('E-mail address'), 'ana@harbour.example')
  await user.type(screen.getByLabelText('Password'), 'long enough')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(db.users.find(({ user }) => user.username === 'ana')?.user).toMatchObject({
      first_name: 'Ana',
      last_name: 'Ruiz Calder',
    }),
  )
})

it('shows the field that is taken under the field', async () => {
  const { user } = open('/sign-up')
  await user.type(await screen.findByLabelText('User name'), 'maren')
  await user.type(screen.getByLabelText('E-mail address'), 'new@harbour.example')
  await user.type(screen.getByLabelText('Password'), 'long enough')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(screen.getByLabelText('User name')).toHaveAccessibleDescription(/is taken/))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says under the password that it is easily guessed', async () => {
  const { user } = open('/sign-up')
  await user.type(await screen.findByLabelText('User name'), 'newcomer')
  await user.type(screen.getByLabelText('E-mail address'), 'new@harbour.example')
  await user.type(screen.getByLabelText('Password'), 'password1')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/first that would/),
  )
  expect(screen.queryByRole('alert')).toBeNull()
})
