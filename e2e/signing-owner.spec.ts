import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { SigningSession } from '../contract/signing.ts'
import { expect, test, violations } from './fixtures.ts'
import { views } from './looks.ts'
import { book } from './pdf-files.ts'

const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'
const SIGN = '/api/v1/pdf_handler/signing/sign/'
/** An image of one black stroke. */
const STROKE = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAC0lEQVR4nGNgIAwAACQAAbZm3wQAAAAASUVORK5CYII='

let people = 0
const person = (name: string, settings: object = {}) => ({
  id: randomUUID(),
  name,
  email: `owner-e2e-${process.pid}-${Date.now()}-${++people}@mail.example`,
  role: 'signer',
  ...settings,
})

/** A session of the signed-in owner's, by the API; sent where `settings` say nothing else. */
async function session(
  owner: Page,
  title: string,
  recipients: ReturnType<typeof person>[],
  settings: object = {},
): Promise<SigningSession> {
  const file = await book(2)
  const stored = await owner.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: { ...file, name: 'Lease.pdf' } },
  })
  const fields = recipients
    .filter(({ role }) => role === 'signer')
    .map(({ id }, index) => ({
      id: randomUUID(),
      recipient_id: id,
      kind: 'signature',
      places: [{ page: 1, rect: { x: 72, y: 100 + index * 60, width: 160, height: 40 } }],
    }))
  const data = { file_id: (await stored.json()).id, title, recipients, fields, ...settings }
  const made = await owner.request.post(SESSIONS, { data })
  expect(made.status(), await made.text()).toBe(201)
  return made.json()
}

const tokenIn = (link: string) => link.split('/sign/')[1]?.split(/[/?#]/)[0] ?? ''
const at = (link: string, part = '') => `${SIGN}${tokenIn(link)}/${part}`
const signs = { consent: true, signature: { how: 'drawn', picture: STROKE } }

test('the owner follows the recipients up to the sealed PDF', async ({ signedIn: page, outbox }) => {
  const first = person('Ana Ruiz')
  const second = person('Tom Beckett', { group: 2 })
  const { id } = await session(page, 'Lease, Unit 4', [first, second])
  await page.goto('/signing')
  const line = page.getByRole('row', { name: /Lease, Unit 4/ })
  await expect(line).toContainText('0 of 2')
  await expect(line).toContainText('Ana Ruiz: Sent')

  const link = await outbox.signingLink(first.email)
  expect((await page.request.get(at(link, 'document/'))).status()).toBe(200)
  expect((await page.request.post(at(link), { data: signs })).status()).toBe(200)
  await page.getByRole('link', { name: 'Lease, Unit 4' }).click()
  await expect(page.getByText(/^Waiting for Tom Beckett since today/)).toBeVisible()
  await expect(page.getByText('1 of 2 signed')).toBeVisible()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('Document viewed')
  await expect(log).toContainText('Agreed to sign electronically')
  await expect(log).toContainText('Signed')
  await expect(page.getByText(/Audit log verified/)).toBeVisible()

  const next = await outbox.signingLink(second.email)
  expect((await page.request.post(at(next), { data: signs })).status()).toBe(200)
  // The page looks by itself; whoever comes back to it need not wait for that.
  await page.reload()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 40_000 })
  await expect(log).toContainText('Sealed')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download signed PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(page.getByRole('heading', { name: 'Signed PDF' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await saved).suggestedFilename()).toBe(`signing-log-${id}.csv`)
})

test('reminds, extends, replaces a recipient, and voids', async ({ signedIn: page, outbox }) => {
  const one = person('Ana Ruiz')
  const { id } = await session(page, 'Mooring', [one])
  const old = await outbox.signingLink(one.email)
  await page.goto(`/signing/${id}`)
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await head.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByText('Reminder sent to Ana Ruiz')).toBeVisible()
  expect(await outbox.signingLink(one.email)).toBe(old)

  const more = page.getByRole('button', { name: 'More for Mooring' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Change deadline' }).click()
  const extend = page.getByRole('dialog', { name: 'Deadline of “Mooring”' })
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(extend).toBeHidden()
  await expect(page.getByText(/Deadline: /)).toBeVisible()

  await page.getByRole('button', { name: 'More for Ana Ruiz' }).click()
  await page.getByRole('menuitem', { name: 'Edit recipient' }).click()
  const change = page.getByRole('dialog', { name: 'Edit Ana Ruiz' })
  const other = person('Rosa Marlow')
  await change.getByLabel('Name').fill(other.name)
  await change.getByLabel('E-mail address').fill(other.email)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  await expect(page.getByText(/^Waiting for Rosa Marlow/)).toBeVisible()
  const link = await outbox.signingLink(other.email)
  expect((await page.request.get(at(old))).status(), 'the old link opens nothing').toBe(404)
  expect((await page.request.get(at(link))).status()).toBe(200)

  await more.click()
  await page.getByRole('menuitem', { name: 'Void' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Void “Mooring”?' })
  await expect(asks).toContainText('Rosa Marlow is notified.')
  await expect(asks.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await asks.getByLabel('Reason').fill('The berth is gone')
  await asks.getByRole('button', { name: 'Void' }).click()
  await expect(asks).toBeHidden()
  await expect(page.getByText(/^Voided today/)).toBeVisible()
  await expect(page.getByText('The berth is gone').first()).toBeVisible()
  expect(await (await page.request.get(at(link))).json()).toMatchObject({ state: 'voided' })
})

test('a declined request is duplicated, and saved as a template that is used twice', async ({
  signedIn: page,
  outbox,
}) => {
  const one = person('Ana Ruiz')
  const { id } = await session(page, 'Charter', [one])
  const link = await outbox.signingLink(one.email)
  expect((await page.request.post(at(link, 'decline/'), { data: { reason: 'Too dear' } })).status()).toBe(200)
  await page.goto(`/signing/${id}`)
  await expect(page.getByText('Too dear').first()).toBeVisible()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
  await page.goto(`/signing?keep=${id}`)
  const keep = page.getByRole('dialog', { name: 'Save as template' })
  await keep.getByRole('button', { name: 'Save' }).click()
  await expect(keep).toBeHidden()
  for (const name of ['Mirembe Acheng', 'Jonas Lind']) {
    await page.goto('/signing?tab=templates')
    await page.getByRole('button', { name: 'Use Charter' }).click()
    const use = page.getByRole('dialog', { name: 'Use “Charter”' })
    await use.getByLabel('Name').fill(name)
    await use.getByLabel('E-mail address').fill(person(name).email)
    await use.getByRole('button', { name: 'Create draft' }).click()
    await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
  }
  const { results } = await (await page.request.get(`${SESSIONS}?state=draft`)).json()
  expect(results).toHaveLength(3)
  await page.goto('/')
  await expect(page.getByText('A recipient declined to sign.')).toBeVisible()
})

test('everything is done by keys', async ({ signedIn: page }) => {
  await session(page, 'By keys', [person('Ana Ruiz')])
  await page.goto('/')
  // The keys know the areas that the sidebar lists.
  await expect(page.getByRole('link', { name: 'Signing', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/signing$/)
  const link = page.getByRole('link', { name: 'By keys' })
  await expect(link).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(link).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'More for By keys' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Remind' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const extend = page.getByRole('dialog', { name: 'Deadline of “By keys”' })
  await expect(extend).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(extend).toBeHidden()
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
})

const LONG = `A rather long title that nobody shortened before sending it on ${'x'.repeat(100)}`

/** Every view of the pages, with what may be long at its longest. */
async function states(page: Page): Promise<[string, () => Promise<void>][]> {
  const one = person('Anastasia Konstantinopolitanskaya-Featherstonehaugh', { access: 'email' })
  const copy = person('Records', { role: 'copy' })
  const deadline_at = new Date(Date.now() + 3_600_000).toISOString()
  const made = await session(page, LONG, [one, person('Tom Beckett', { group: 2 }), copy], {
    deadline_at,
    reminders: { first_after_days: 2, every_days: 3 },
    message: 'Words that go with it',
  })
  const kept = await page.request.post('/api/v1/pdf_handler/signing/templates/', {
    data: { session_id: made.id, name: LONG },
  })
  const template = (await kept.json()).id
  const at =
    (path: string, role: 'link' | 'dialog' | 'alertdialog' | 'table' | 'button', index = 0) =>
    async () => {
      await page.goto(path)
      await expect(page.getByRole(role).nth(index)).toBeVisible()
      await expect(page.getByRole('main')).toBeVisible()
      await expect(
        page.locator(role === 'table' ? '[role=row] [data-row], time' : 'main').first(),
      ).toBeVisible()
    }
  return [
    ['list', at('/signing', 'table')],
    ['templates', at('/signing?tab=templates', 'table')],
    ['session', at(`/signing/${made.id}`, 'table')],
    ['deadline', at(`/signing/${made.id}?extend=${made.id}`, 'dialog')],
    ['void', at(`/signing/${made.id}?void=${made.id}`, 'alertdialog')],
    ['change', at(`/signing/${made.id}?change=${one.id}`, 'dialog')],
    ['keep', at(`/signing/${made.id}?keep=${made.id}`, 'dialog')],
    ['use', at(`/signing?tab=templates&use=${template}`, 'dialog')],
  ]
}

async function fits(page: Page, name: string) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${name}: nothing stands out at the side`).toBeLessThanOrEqual(0)
}

for (const { width, theme: colorScheme, locale } of views(320, 1280))
  test(`can be used by everyone: ${colorScheme}, ${locale}, ${width} px`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme })
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/signing')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    for (const [name, show] of await states(page)) {
      await show()
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'pseudo-rtl' ? 'rtl' : 'ltr')
      await fits(page, name)
      expect(await violations(page), name).toEqual([])
      if (locale === 'en') continue
      // The pseudo-locale gives every letter of a message an accent: a title in plain ones is in no
      // catalogue.
      const plain = await page
        .locator('main h2, main h3, [role=dialog] label, [role=columnheader]')
        .allTextContents()
      expect(
        plain.filter((text) => /[A-Za-z]{4}/.test(text.replace(LONG, ''))),
        name,
      ).toEqual([])
    }
  })
