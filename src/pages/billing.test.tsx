import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { pay } from '../../tests/mock-api/billing.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn, db } = withApp()
const DAY = 86_400_000
const here = globalThis.location
afterEach(() => void vi.stubGlobal('location', here))

/** Gives the account a plan, as after a purchase. */
function subscribe(plan: 'starter' | 'studio', more: object = {}) {
  db.billing.plans.push({
    ...{ owner: MAREN.id, plan, interval: 'month', isCancelled: false, next: null, isPastDue: false },
    ...{ begins: new Date(Date.now() - 10 * DAY).toISOString() },
    ...{ ends: new Date(Date.now() + 20 * DAY).toISOString(), ...more },
  })
}

/** Records the URL that the page navigates to. */
function watchLeaving() {
  const assign = vi.fn()
  const { href, origin, pathname, search, hash } = here
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign })
  return assign
}

describe('the overview of Billing', { timeout: 30_000 }, () => {
  it('shows the balance with its lots, what was spent, and the plan', async () => {
    signIn()
    open('/billing')
    expect(await screen.findByRole('heading', { name: 'Balance' })).toBeInTheDocument()
    const lots = await screen.findByRole('table', { name: 'Lots' })
    expect(within(lots).getByRole('link', { name: 'Sign-up' })).toHaveAttribute(
      'href',
      expect.stringContaining('/billing/ledger?lot='),
    )
    expect(screen.getAllByText('Sandbox: test money')).not.toHaveLength(0)
    const documents = await screen.findByRole('link', { name: /^Documents/ })
    expect(documents.getAttribute('href')).toMatch(/^\/billing\/ledger\?area=document&from=\d{4}-\d\d-01$/)
    expect(screen.getByRole('link', { name: 'Choose plan' })).toBeInTheDocument()
  })

  it.each(['nothing', 'toString'])('is where an unknown tab leads to: %s', async (tab) => {
    signIn()
    const { router } = open(`/billing/${tab}`)
    expect(await screen.findByRole('heading', { name: 'Balance' })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/billing')
  })

  it('says first what needs attention, each with a way on', async () => {
    subscribe('studio', { isCancelled: true })
    db.granted = 250
    signIn()
    const { user } = open('/billing')
    const strip = await screen.findByRole('list', { name: 'Needs attention' })
    expect(within(strip).getByText(/Your plan ends on/)).toBeInTheDocument()
    await user.click(within(strip).getByRole('button', { name: 'Resume plan' }))
    await waitFor(() => expect(screen.queryByText(/Your plan ends on/)).toBeNull())
    expect(await screen.findByText('Active')).toBeInTheDocument()
  })

  it('cancels the plan, asks why without insisting, and resumes it', async () => {
    subscribe('studio')
    signIn()
    const { user } = open('/billing')
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Studio?' }))
    expect(dialog.getByText(/Nothing is deleted/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText('Cancelled')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Keep Studio' }))
    expect(await screen.findByText('Active')).toBeInTheDocument()
  })

  it('redeems a promo code, and says at the field why another one is refused', async () => {
    signIn()
    const { user } = open('/billing')
    const field = await screen.findByRole('textbox', { name: 'Code' })
    await user.type(field, 'nothing{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/isn’t valid/))
    expect(field).toHaveValue('nothing')
    await user.clear(field)
    await user.type(field, 'autumn250{Enter}')
    expect(await screen.findByText('250 credits added')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Promo code AUTUMN250' })).toBeInTheDocument()
    await user.type(field, 'AUTUMN250{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/used/))
  })
})

describe('the plans', { timeout: 30_000 }, () => {
  it('stand side by side with what each would cost by the last 30 days', async () => {
    signIn()
    open('/billing/plans')
    const table = await screen.findByRole('table', { name: 'Plans' })
    const row = within(table).getByRole('row', { name: /^Your price/ })
    expect(within(row).getAllByRole('cell')).toHaveLength(4)
    expect(within(row).getByText('Lowest price for your usage')).toBeInTheDocument()
    expect(within(table).getByRole('columnheader', { name: /Free\s*Current plan/ })).toBeInTheDocument()
  })

  it('begin a purchase at the checkout, with the price of the interval that is shown', async () => {
    signIn()
    const assign = watchLeaving()
    const { user } = open('/billing/plans')
    await user.click(await screen.findByRole('radio', { name: 'Year' }))
    const studio = await screen.findByRole('columnheader', { name: /Studio/ })
    expect(within(studio).getByText('€290')).toBeInTheDocument()
    await user.click(within(studio).getByRole('button', { name: 'Buy Studio' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith(db.billing.purchases[0]?.checkout_url))
    expect(db.billing.purchases[0]).toMatchObject({ item: 'studio', interval: 'year', status: 'pending' })
  })

  it('show what a change costs line by line before it is made', async () => {
    subscribe('starter')
    signIn()
    const { user } = open('/billing/plans')
    await user.click(await screen.findByRole('button', { name: 'Change to Studio' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Studio' }))
    expect(await dialog.findByText('Due now')).toBeInTheDocument()
    expect(db.billing.plans[0]?.plan).toBe('starter')
    await user.click(dialog.getByRole('button', { name: /and change$|^Change plan$/ }))
    await waitFor(() => expect(db.billing.plans[0]?.plan ?? '').toBe('studio'))
  })

  it('are computed anew by the calculator', async () => {
    signIn()
    const { user } = open('/billing/plans')
    const [count] = (await screen.findAllByRole('spinbutton', { name: /^Documents/ })) as [HTMLElement]
    await user.clear(count)
    await user.type(count, '100000')
    expect(await screen.findByText(/ packs of 5,000/)).toBeInTheDocument()
    await user.clear(count)
    expect(count).toHaveValue(0)
  })
})

describe('the ledger', { timeout: 30_000 }, () => {
  it('adds up, and explains an entry in place', async () => {
    signIn()
    const { user } = open('/billing/ledger')
    const table = await screen.findByRole('table', { name: 'Ledger' })
    expect(screen.getByText('Balance verified: entries and lots match.')).toBeInTheDocument()
    const [first] = within(table).getAllByRole('button', { expanded: false })
    await user.click(first as HTMLElement)
    expect(await within(table).findByText(/^Quoted: /)).toBeInTheDocument()
    expect(within(table).getByRole('link', { name: 'Open Conversion' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/history\//),
    )
  })

  it('is moved over, opened and closed by keys', async () => {
    signIn()
    const { user } = open('/billing/ledger')
    const table = await screen.findByRole('table', { name: 'Ledger' })
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row'))
    await user.keyboard('{ArrowRight}')
    expect(await within(table).findByText(/^Quoted: /)).toBeInTheDocument()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(within(table).queryByText(/^Quoted: /)).toBeNull())
  })

  it('has its filters in the address, and in the link to the CSV', async () => {
    signIn()
    const { user, router } = open('/billing/ledger?area=image')
    const table = await screen.findByRole('table', { name: 'Ledger' })
    await waitFor(() =>
      expect(within(table).getAllByRole('button', { expanded: false }).length).toBeGreaterThan(2),
    )
    expect(screen.queryByText('Opening balance')).toBeNull()
    expect((await screen.findByRole('link', { name: 'Export CSV' })).getAttribute('href')).toContain(
      'area=image',
    )
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(await screen.findByText('Opening balance')).toBeInTheDocument()
  })

  it('says when nothing matches, and takes an address with a mistake', async () => {
    signIn()
    open('/billing/ledger?area=scan&from=yesterday&by=me')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
  })
})

describe('purchases', { timeout: 30_000 }, () => {
  it('are listed with what became of them, and continue at their checkout', async () => {
    signIn()
    const assign = watchLeaving()
    const { user } = open('/billing/plans')
    await user.click(await screen.findByRole('button', { name: 'Buy 1,000 credits' }))
    await waitFor(() => expect(assign).toHaveBeenCalled())
    await user.click(screen.getByRole('link', { name: 'Purchases' }))
    const table = await screen.findByRole('table', { name: 'Purchases' })
    expect(await within(table).findByText('Waiting for payment')).toBeInTheDocument()
    expect(within(table).getByRole('link', { name: 'Continue payment' })).toHaveAttribute(
      'href',
      db.billing.purchases[0]?.checkout_url as string,
    )
  })

  it('say how to begin where there are none', async () => {
    signIn()
    open('/billing/purchases')
    expect(await screen.findByText('No purchases yet')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'View plans and packs' })).toBeInTheDocument()
  })

  it('wait after the checkout for the truth, and lead back to the work', async () => {
    signIn()
    const { purchase_id: id } = await call('startPackPurchase', {
      body: { pack: 'pack-1000', return_to: '/convert' },
    })
    open(`/billing/return?purchase=${id}&cancelled=1`)
    expect(await screen.findByText(/You left the checkout and weren’t charged./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Return to checkout' })).toBeInTheDocument()
    pay(db, id)
    await queryClient.invalidateQueries()
    expect(await screen.findByText('1,000 credits added')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Continue where you left off' })).toHaveAttribute(
      'href',
      '/convert',
    )
  })
})

describe('the settings of Billing', { timeout: 30_000 }, () => {
  it('are saved together, and say what cannot be', async () => {
    signIn()
    const { user } = open('/billing/settings')
    await user.click(await screen.findByRole('checkbox', { name: 'Set a monthly spend limit' }))
    const limit = screen.getByRole('spinbutton', { name: 'Credits per month' })
    await user.clear(limit)
    await user.type(limit, '0')
    expect(limit).toHaveAccessibleDescription(/whole number/)
    await user.clear(limit)
    await user.type(limit, '500')
    await user.click(screen.getByRole('radio', { name: /Refuse new work/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(db.billing.settings[0]).toMatchObject({ spend_limit: 500, spend_limit_action: 'refuse' }),
    )
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
  })
})
