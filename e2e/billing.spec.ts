import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { becomeAdmin, someone } from './business-people.ts'
import { addFiles, expect, markdown, test, violations } from './fixtures.ts'

/** Fills in the checkout of the sandbox, as somebody who pays does. */
async function payWith(page: Page, card: string, promo = '') {
  await page.getByRole('button', { name: card }).click()
  await page.getByLabel('Promo code').fill(promo)
  await page.getByLabel('Name').fill('Maren Okafor')
  await page.getByLabel('E-mail').fill('maren@mail.example')
  await page.getByLabel('Country (two letters)').fill('PT')
  await page.getByRole('button', { name: /^Pay / }).click()
}

test('a plan is bought with a second card after the first was declined, changed, cancelled and resumed', async ({
  signedIn: page,
}) => {
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Balance' })).toBeVisible()
  await expect(page.getByText('Sandbox: test money').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Plans' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Buy Starter' }).click()

  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  await payWith(page, 'Declined')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await payWith(page, 'Succeeds 4242')
  await expect(page).toHaveURL(/\/billing\/return\?purchase=/)
  await expect(page.getByText('500 credits added')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const invoice = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download invoice' }).click()
  const saved = await (await invoice).path()
  expect(readFileSync(saved).subarray(0, 5).toString()).toBe('%PDF-')
  if (existsSync('/usr/bin/pdftotext')) {
    const text = spawnSync('pdftotext', ['-layout', saved, '-'], { encoding: 'utf8' }).stdout
    for (const words of ['Invoice', 'Maren Okafor', 'Starter', '€12.00', 'no real money'])
      expect(text).toContain(words)
  }

  await page.getByRole('link', { name: 'Go to Billing' }).click()
  const plan = page
    .getByRole('region', { name: 'Plan' })
    .or(page.locator('section', { hasText: 'Payment method' }))
  await expect(plan.getByText('Visa 4242')).toBeVisible()
  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('button', { name: 'Change to Studio' }).click()
  const change = page.getByRole('dialog', { name: 'Change to Studio' })
  await expect(change.getByText('Due now')).toBeVisible()
  await expect(change.getByText('1,500 credits are added now.')).toBeVisible()
  await change.getByRole('button', { name: /and change$/ }).click()
  await expect(page.getByText('You’re now on Studio')).toBeVisible()

  await page.getByRole('button', { name: 'Change to Starter' }).click()
  const down = page.getByRole('dialog', { name: 'Change to Starter' })
  await expect(down.getByText(/^The plan starts on .* Nothing changes until then\.$/)).toBeVisible()
  await down.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText(/^Starter starts on/)).toBeVisible()

  await page.getByRole('link', { name: 'Overview', exact: true }).last().click()
  await page.getByRole('button', { name: 'Keep Studio' }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Studio?' })
  await cancel.getByRole('radio', { name: 'Too expensive' }).check()
  await cancel.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/^Your plan ends on/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Studio' }).click()
  await expect(page.getByText(/^Your plan ends on/)).toHaveCount(0)

  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible()
  await expect(page.getByText('Balance verified: entries and lots match.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Purchases', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Purchases' }).getByText('Completed')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Alerts and limit' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a batch that the balance does not cover runs after a pack is bought in another tab', async ({
  signedIn: page,
}) => {
  const spent = await page.request.post('/api/v1/subscription/tasks/task-completion/', {
    data: { task_id: 'spent', family: 'document', operation: 'convert', units: 499 },
  })
  expect(spent.status()).toBe(201)
  await page.goto('/convert')
  await addFiles(page, [markdown('one.md'), markdown('two.md')])
  await page.getByRole('button', { name: 'Buy credits and convert' }).click()
  const dialog = page.getByRole('dialog', { name: /short$/ })
  await expect(dialog.getByText('The checkout opens in a new tab.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: /^Pay €4/ }).click()
  const checkout = await opened
  await payWith(checkout, 'Needs authentication')
  await checkout.getByRole('button', { name: 'Confirm' }).click()
  await expect(checkout).toHaveURL(/\/billing\/return\?purchase=/)
  await expect(checkout.getByText('250 credits added')).toBeVisible()
  await expect(checkout.getByRole('link', { name: 'Continue where you left off' })).toHaveAttribute(
    'href',
    '/convert',
  )
  await checkout.close()
  await expect(dialog).toBeHidden()
  // Engines may have to start first.
  await expect(page.getByText('2 completed')).toBeVisible({ timeout: 40_000 })
})

test('who leaves the checkout is told that nothing was charged, and can go on there', async ({
  signedIn: page,
}) => {
  await page.goto('/billing/plans')
  await page.getByRole('button', { name: 'Buy 1,000 credits' }).click()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(page.getByText(/You left the checkout and weren’t charged./)).toBeVisible()
  await page.getByRole('link', { name: 'Return to checkout' }).click()
  await payWith(page, 'Succeeds 4242')
  await expect(page.getByText('1,000 credits added')).toBeVisible()
})

test('codes for credits and for a discount are created, used once, and refused with a reason', async ({
  signedIn: page,
  browser,
  outbox,
}) => {
  const [gift, discount] = ['GIFT', 'OFF'].map((word) => `${word}${Date.now().toString(36).toUpperCase()}`)
  const { page: desk, context } = await someone(browser)
  await becomeAdmin(desk, outbox)
  await desk.goto('/admin/billing')
  for (const [code, kind, value] of [
    [gift, 'Credits', '40'],
    [discount, 'Checkout discount', '25'],
  ] as const) {
    await desk.getByRole('button', { name: 'Create code' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Create promo code' })
    await dialog.getByLabel('Code', { exact: true }).fill(String(code))
    await dialog.getByRole('radio', { name: kind }).check()
    await dialog
      .getByRole('textbox', { name: kind === 'Credits' ? kind : 'Percent', exact: true })
      .fill(value)
    await dialog.getByRole('button', { name: 'Create code' }).click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText(String(code))).toBeVisible()
  }
  await context.close()

  await page.goto('/billing')
  const field = page.getByLabel('Code', { exact: true })
  const redeem = async (code: string) => {
    await field.fill(code)
    await field.press('Enter')
  }
  await redeem('NOSUCHCODE')
  await expect(page.getByText('This promo code isn’t valid')).toBeVisible()
  await expect(field).toHaveValue('NOSUCHCODE')
  await redeem(String(discount))
  await expect(page.getByText('This promo code doesn’t apply here')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await redeem(String(gift).toLowerCase())
  await expect(page.getByText('40 credits added')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Lots' }).getByText(/Promo/).first()).toBeVisible()
  await redeem(String(gift))
  await expect(page.getByText('This promo code was already used')).toBeVisible()

  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('button', { name: 'Buy Starter' }).click()
  await payWith(page, 'Succeeds 4242', discount)
  await expect(page.getByText('500 credits added')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Billing' }).click()
  await page.getByRole('link', { name: 'Purchases' }).click()
  await expect(page.getByText('€9.00').first()).toBeVisible()
})
