import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { SigningSession } from '../contract/signing.ts'
import { expect, test, violations } from './fixtures.ts'
import { lease } from './pdf-files.ts'

const SIGNING = '/api/v1/pdf_handler/signing/'

const person = (name: string, account: string, more: object = {}) => ({
  id: randomUUID(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}.${account}`,
  ...more,
})
type Person = ReturnType<typeof person>

/** A session that was sent: who signs has a place for it. */
async function sent(page: Page, people: readonly (Person & { role?: string })[], more: object = {}) {
  const file = await lease()
  const stored = await page.request.post('/api/v1/user/storage/files/upload/', { multipart: { file } })
  const { id: file_id } = await stored.json()
  const fields = people
    .filter(({ role = 'signer' }) => role === 'signer')
    .map(({ id }, at) => ({
      id: randomUUID(),
      recipient_id: id,
      kind: 'signature',
      places: [{ page: 2, rect: { x: 72, y: 100 + at * 60, width: 150, height: 40 } }],
    }))
  const data = { file_id, title: 'Lease, Unit 4', recipients: people, fields, send: true, ...more }
  const made = await page.request.post(`${SIGNING}sessions/`, { data })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()) as SigningSession
}

const tokenOf = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''
const recipients = (page: Page) => page.getByRole('region', { name: 'Recipients' }).first()
const personIn = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

test('is followed: who was asked, who opened and declined it, and everything in the log', async ({
  signedIn: page,
  account,
  outbox,
}) => {
  const ana = person('Ana Ruiz', account.email)
  const tom = person('Tom Beckett', account.email, { group: 2 })
  const { id } = await sent(page, [ana, tom], { message: 'Please sign by Friday.' })
  await page.goto(`/signing/${id}`)
  await expect(page.getByText(/^Waiting for Ana Ruiz since today/)).toContainText(
    'After that comes Tom Beckett.',
  )
  await expect(personIn(page, 'Ana Ruiz')).toContainText('Not opened yet')
  await expect(personIn(page, 'Tom Beckett')).toContainText('Comes later')
  await expect(page.getByText('Nothing in it was changed')).toBeVisible()

  const token = tokenOf(await outbox.signingLink(ana.email))
  expect((await page.request.get(`${SIGNING}sign/${token}/document/`)).status()).toBe(200)
  await page.reload()
  await expect(personIn(page, 'Ana Ruiz')).toContainText('Opened')
  const reason = { reason: 'The rent is not what we agreed on.' }
  expect((await page.request.post(`${SIGNING}sign/${token}/decline/`, { data: reason })).status()).toBe(200)
  await page.reload()
  await expect(page.getByText(/^Ana Ruiz declined today/)).toBeVisible()
  await expect(personIn(page, 'Ana Ruiz')).toContainText(reason.reason)
  await expect(personIn(page, 'Tom Beckett')).toContainText('Was not asked')

  const log = page.getByRole('table', { name: 'Log' })
  await expect(log.getByText(`Declined: ${reason.reason}`)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(exported).toMatchObject({ intact: true, first_broken: null })
  expect(exported.rows[1].previous).toBe(exported.rows[0].hash)
})

test('is reminded, given another day, asked of somebody else, and called off', async ({
  signedIn: page,
  account,
  outbox,
}) => {
  const ana = person('Ana Ruiz', account.email)
  const { id } = await sent(page, [ana])
  const first = await outbox.signingLink(ana.email)
  await page.goto(`/signing/${id}`)
  // Twice is once: a second reminder within the hour is refused, and says so.
  await page.getByRole('button', { name: 'Remind', exact: true }).click()
  await expect(page.getByText('Ana Ruiz reminded')).toBeVisible()
  expect(await outbox.signingLink(ana.email)).toBe(first)
  await expect(personIn(page, 'Ana Ruiz')).toContainText('reminded today')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Another day to sign by' }).click()
  const extend = page.getByRole('dialog', { name: 'Another day to sign by' })
  await extend.getByLabel('No day: it waits as long as it takes').uncheck()
  await extend.getByLabel('Sign by').fill('2020-01-01')
  await expect(extend.getByLabel('Sign by')).toHaveAccessibleDescription('Choose a day that is not over yet.')
  await extend.getByLabel('Sign by').fill('2031-03-09')
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('9 March 2031 23:59').first()).toBeVisible()

  await page.getByRole('button', { name: 'More for Ana Ruiz' }).click()
  await page.getByRole('menuitem', { name: 'Ask somebody else' }).click()
  const change = page.getByRole('dialog', { name: 'Ask somebody else than Ana Ruiz' })
  await change.getByLabel('Name').fill('Ines Marlow')
  await change.getByLabel('E-mail').fill(`ines.${account.email}`)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ines Marlow is asked now')).toBeVisible()
  expect((await page.request.get(`${SIGNING}sign/${tokenOf(first)}/`)).status()).toBe(404)
  const second = tokenOf(await outbox.signingLink(`ines.${account.email}`))
  expect((await page.request.get(`${SIGNING}sign/${second}/`)).status()).toBe(200)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Call it off' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Call off “Lease, Unit 4”?' })
  await expect(asks).toContainText('Ines Marlow will be told.')
  await asks.getByLabel('Why').fill('It was let already.')
  await asks.getByRole('button', { name: 'Call it off' }).click()
  await expect(page.getByText(/^You called it off today .*: It was let already\.$/)).toBeVisible()
  expect(await (await page.request.get(`${SIGNING}sign/${second}/`)).json()).toMatchObject({
    state: 'voided',
  })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL(/\/signing$/)
  expect((await page.request.get(`${SIGNING}sessions/${id}/`)).status()).toBe(404)
})

test('an act without the network says so, and can be done again', async ({
  signedIn: page,
  account,
  context,
}) => {
  const { id } = await sent(page, [person('Ana Ruiz', account.email)])
  await page.goto(`/signing/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Call it off' }).click()
  const asks = page.getByRole('alertdialog')
  await asks.getByLabel('Why').fill('Wrong document')
  await context.setOffline(true)
  await asks.getByRole('button', { name: 'Call it off' }).click()
  await expect(asks.getByRole('alert')).toBeVisible()
  await expect(asks.getByLabel('Why')).toHaveValue('Wrong document')
  await context.setOffline(false)
  await asks.getByRole('button', { name: 'Call it off' }).click()
  await expect(page.getByText(/^You called it off today/)).toBeVisible()
})

for (const [width, scheme] of [
  [320, 'light'],
  [320, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)
  test(`a session’s page has nothing against it at ${width} px, ${scheme}`, async ({
    signedIn: page,
    account,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 800 })
    const { id } = await sent(page, [
      person('Ana Ruiz Calderón de la Barca y Henao de la Torre', account.email),
      person('Tom Beckett', account.email, { role: 'approver', access: 'email' }),
      person('Records', account.email, { role: 'copy' }),
    ])
    await page.goto(`/signing/${id}`)
    await expect(recipients(page)).toBeVisible()
    await expect(page.getByText('Nothing in it was changed')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Call it off' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
