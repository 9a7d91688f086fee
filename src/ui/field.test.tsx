import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Select } from './select.tsx'
import { show } from './testing.tsx'

test('label, error and control belong together', () => {
  show(
    <Field label="Web address" error="Use https.">
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Web address' })
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Use https.')
})

test('help is the description while nothing is wrong', () => {
  show(
    <Field label="Remind" help="By e-mail.">
      <Select options={[{ value: '3', label: 'Every 3 days' }]} value="3" onChange={() => {}} />
    </Field>,
  )
  const select = screen.getByRole('combobox', { name: 'Remind' })
  expect(select).toHaveAccessibleDescription('By e-mail.')
  expect(select).toHaveTextContent('Every 3 days')
})

test('a password can be looked at', async () => {
  const { user } = show(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  )
  const input = screen.getByLabelText('Password')
  expect(input).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeInTheDocument()
})
