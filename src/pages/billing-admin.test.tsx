import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { pay } from '../../tests/mock-api/billing.ts'
import { call } from '../api/client.ts'

const { open, signIn, db } = withApp()

describe('the administrator of money', { timeout: 30_000 }, () => {
  it('is hidden from everyone else', async () => {
    signIn(INES)
    open('/admin/billing')
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
  })

  it('creates a code, which is refused where it exists, and retires it', async () => {
    signIn()
    const { user } = open('/admin/billing')
    await user.click(await screen.findByRole('button', { name: 'Create code' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create promo code' }))
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'spring26')
    await user.type(dialog.getByRole('textbox', { name: 'Credits' }), '250')
    await user.click(dialog.getByRole('button', { name: 'Create code' }))
    await confirm(user)
    expect(await screen.findByText('SPRING26')).toBeInTheDocument()
    expect(db.billing.codes[0]).toMatchObject({ code: 'SPRING26', credits: 250, total_limit: null })
    await user.click(screen.getByRole('button', { name: 'Retire SPRING26' }))
    expect(await screen.findByText('Retired')).toBeInTheDocument()
  })

  it('adjusts credits with a reason', async () => {
    signIn()
    const { user } = open('/admin/billing')
    await user.type(await screen.findByRole('textbox', { name: 'Account' }), 'maren')
    await user.type(screen.getByRole('textbox', { name: 'Credits' }), '-0')
    expect(screen.getByRole('textbox', { name: 'Credits' })).toHaveAccessibleDescription(/other than 0/)
    await user.clear(screen.getByRole('textbox', { name: 'Credits' }))
    await user.type(screen.getByRole('textbox', { name: 'Credits' }), '-50')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Correction')
    await user.click(screen.getByRole('button', { name: 'Adjust credits' }))
    await confirm(user)
    await waitFor(() => expect(db.billing.grants).toMatchObject([{ owner: MAREN.id, credits: -50 }]))
  })

  it('refunds a part of a purchase, and no more than is left', async () => {
    signIn()
    const { purchase_id } = await call('startPackPurchase', { body: { pack: 'pack-1000' } })
    pay(db, purchase_id)
    const { user } = open('/admin/billing')
    await user.click(await screen.findByRole('button', { name: 'Refund 1,000 credits of maren' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund 1,000 credits' }))
    const amount = dialog.getByRole('textbox')
    await user.clear(amount)
    await user.type(amount, '12.01')
    expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled()
    await user.clear(amount)
    await user.type(amount, '2,50')
    await user.click(dialog.getByRole('button', { name: 'Refund €2.50' }))
    await confirm(user)
    await waitFor(() => expect(db.billing.purchases[0]?.refunded.amount).toBe(250))
  })
})

/** Step-up authentication, once per session. */
async function confirm(user: ReturnType<typeof open>['user']) {
  const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
  await user.click(asks.getByLabelText('Authenticator app code'))
  await user.paste('123 456')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify your identity' })).toBeNull())
}
