import { writeFileSync } from 'node:fs'
import { drag } from './drag.ts'
import { expect, image, test } from './fixtures.ts'
import { thrown } from './share-links.ts'
import {
  agree,
  button,
  draw,
  enter,
  field,
  heading,
  logged,
  pad,
  person,
  SESSIONS,
  send,
  sessionOf,
  signTyped,
  step,
  use,
  visitLink,
} from './sign-desk.ts'

const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

test('a signature is drawn on a second device, which learns nothing of the document', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  const session = await send(owner, [ana, person('Ivo Marković', { group: 2 })])
  const { page: desk, context: office } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(desk)
  await button(desk, 'Sign on another device').click()
  await expect(desk.getByRole('img', { name: 'QR code for the link' })).toBeVisible()
  const address = desk.getByRole('textbox', { name: 'URL for the other device' })
  const first = await address.inputValue()
  await expect(desk.getByText('Waiting for the other device')).toBeVisible()

  // Another code ends the one before.
  await button(desk, 'Draw here instead').click()
  await button(desk, 'Sign on another device').click()
  await expect(address).toBeVisible()
  const url = await address.inputValue()
  expect(url).not.toBe(first)
  const pocket = await browser.newContext({ ...PHONE, reducedMotion: 'reduce' })
  const phone = await pocket.newPage()
  await phone.goto(first)
  await expect(heading(phone, 'This code no longer works')).toBeVisible()

  await phone.goto(url)
  await expect(heading(phone, 'Signature of Ana Ruiz Calder')).toBeVisible()
  await expect(phone).toHaveTitle('Signature of Ana Ruiz Calder')
  expect(await phone.content()).not.toContain('lease')
  await expect(desk.getByText('Connected. Draw on the other device.')).toBeVisible()
  await expect(button(phone, 'Send')).toHaveAccessibleDescription('Draw first.')
  await draw(phone)
  // Held the other way it has more room, and keeps what was drawn.
  await phone.setViewportSize({ width: 568, height: 320 })
  await expect(button(phone, 'Undo last stroke')).toHaveAttribute('aria-disabled', 'false')
  await expect.poll(async () => (await pad(phone).boundingBox())?.width).toBeGreaterThan(500)
  await expect(button(phone, 'Send')).toBeInViewport({ ratio: 1 })
  await pocket.setOffline(true)
  await button(phone, 'Send').tap()
  await expect(phone.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await pocket.setOffline(false)
  await button(phone, 'Send').tap()
  await expect(heading(phone, 'Continue on the other device')).toBeFocused()

  await expect(desk.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await use(desk)
  await agree(desk)
  await button(desk, 'Sign').click()
  await expect(heading(desk, 'You’ve signed')).toBeVisible()
  const [acted] = await logged(owner, session, 'acted')
  expect(acted?.facts).toMatchObject({ signature: 'device' })
  await phone.reload()
  await expect(heading(phone, 'This code no longer works')).toBeVisible()
  await pocket.close()
  await office.close()
})

test('an expired code says so, and a new one is shown', async ({ signedIn: owner, browser, outbox }) => {
  const ana = person('Ana Ruiz Calder')
  await send(owner, [ana])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  await page.route('**/device/', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          status: 410,
          contentType: 'application/problem+json',
          json: {
            type: '/problems/link_expired',
            title: 'Over',
            status: 410,
            detail: 'Over.',
            code: 'link_expired',
          },
        })
      : route.continue(),
  )
  await button(page, 'Sign on another device').click()
  await expect(page.getByText('This code has expired.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Show new code').click()
  await expect(page.getByText('Waiting for the other device')).toBeVisible()
  await context.close()
})

test('a signature is uploaded as an image; other files are refused', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  const session = await send(owner, [ana, person('Ivo Marković', { group: 2 })])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  await page.getByRole('radio', { name: 'Upload' }).check()
  const input = page.locator('aside input[type=file]')
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('words') })
  await expect(page.getByRole('alert').filter({ hasText: 'This image can’t be read' })).toBeVisible()
  const mine = test.info().outputPath('mine.png')
  writeFileSync(mine, (await image('mine.png', 120, 40)).buffer)
  const drop = await drag(page, button(page, 'Choose image'), mine)
  await expect(page.getByText('Drop to use as your signature')).toBeVisible()
  await drop()
  await expect(page.getByRole('img', { name: 'Your signature' })).toBeVisible()
  // Whoever looks at another way finds this one again.
  await page.getByRole('radio', { name: 'Draw' }).check()
  await expect(button(page, 'Use signature')).toHaveAccessibleDescription(
    'Add your signature or initials first.',
  )
  await page.getByRole('radio', { name: 'Upload' }).check()
  await use(page)
  await agree(page)
  await button(page, 'Sign').click()
  await expect(heading(page, 'You’ve signed')).toBeVisible()
  expect((await logged(owner, session, 'acted'))[0]?.facts).toMatchObject({ signature: 'uploaded' })
  await context.close()
})

test('a recipient delegates to another person, where allowed', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  test.slow() // two contexts, and a seal
  const ana = person('Ana Ruiz Calder', { may_delegate: true })
  const heir = person('Noa Lindqvist')
  const session = await send(owner, [ana])
  const link = await outbox.signingLink(ana.email)
  const { page, context } = await visitLink(browser, link)
  await enter(page)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delegate' }).click()
  const asks = page.getByRole('dialog', { name: 'Delegate' })
  await expect(asks).toContainText('The new recipient gets a link by e-mail and acts in your place')
  await asks.getByRole('button', { name: 'Delegate' }).click()
  await expect(asks.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name.')
  await expect(asks.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await asks.getByRole('textbox', { name: 'Name' }).fill(heir.name)
  await asks.getByRole('textbox', { name: 'E-mail address' }).fill('noa')
  await asks.getByRole('button', { name: 'Delegate' }).click()
  await expect(asks.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
  await asks.getByRole('textbox', { name: 'E-mail address' }).fill(heir.email)
  await asks.getByRole('textbox', { name: 'Reason (optional)' }).fill('She keeps the house.')
  await asks.getByRole('button', { name: 'Delegate' }).click()
  await expect(heading(page, 'You delegated this request')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'You delegated this request')).toBeVisible()
  expect((await logged(owner, session, 'delegated'))[0]?.facts).toMatchObject({
    to: `Noa Lindqvist <${heir.email}>`,
    reason: 'She keeps the house.',
  })

  const { page: hers, context: other } = await visitLink(browser, await outbox.signingLink(heir.email))
  await enter(hers)
  await button(hers, 'More').click()
  await expect(hers.getByRole('menuitem', { name: 'Decline' })).toBeVisible()
  await expect(hers.getByRole('menuitem', { name: 'Delegate' })).toHaveCount(0)
  await hers.keyboard.press('Escape')
  await signTyped(hers)
  await expect(heading(hers, 'You’ve signed')).toBeVisible()
  await expect
    .poll(async () => (await sessionOf(owner, session)).state, { timeout: 90_000 })
    .toBe('completed')
  await other.close()
  await context.close()
})

test('the menu lists the recipients, and downloads the unsigned document', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  const lea = person('Lea Sand', { role: 'copy' })
  await send(owner, [ana, lea], { fields: [field(ana, 'signature', [1, 72, 100, 200, 50])] })
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Recipients' }).click()
  const who = page.getByRole('dialog', { name: 'Recipients' })
  await expect(who.getByRole('listitem').first()).toHaveText(/Ana Ruiz Calder\s*signer, you/)
  await expect(who.getByRole('listitem').last()).toHaveText(/Lea Sand\s*gets a copy/)
  await who.getByRole('button', { name: 'Close' }).click()
  await button(page, 'More').click()
  const [got] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download unsigned PDF' }).click(),
  ])
  expect(got.suggestedFilename()).toBe('Lease 2027.pdf')
  await context.close()
})

test('an access code is required before anything is shown', async ({ signedIn: owner, browser, outbox }) => {
  const ana = person('Ana Ruiz Calder', { access: 'code', access_code: 'harbour 14' })
  await send(owner, [ana])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await expect(heading(page, 'A document for you')).toBeVisible()
  expect(await page.content()).not.toContain('lease')
  const code = page.getByLabel('Access code', { exact: true })
  await code.fill('harbour 15')
  await button(page, 'Open').click()
  await expect(code).toHaveAccessibleDescription(/^Wrong code/)
  await code.fill('harbour 14')
  await button(page, 'Open').click()
  await expect(heading(page, 'The lease')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'The lease')).toBeVisible()
  await enter(page)
  await signTyped(page)
  await expect(heading(page, 'You’ve signed')).toBeVisible()
  await context.close()
})

test('an address is confirmed by the code that was sent there', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder', { access: 'email' })
  const session = await send(owner, [ana])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await expect(page.getByText(/We’ll send a code to s••••@mail\.example/)).toBeVisible()
  await button(page, 'Send code').click()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  const code = await outbox.code(ana.email)
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(field).toHaveAccessibleDescription(/4 attempts left/)
  await field.fill(code)
  await expect(heading(page, 'The lease')).toBeVisible()
  await enter(page)
  expect(await logged(owner, session, 'identified')).toHaveLength(1)
  await context.close()
})

test('a request that is voided while it is filled in says so at the next press', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  const { id } = await send(owner, [ana])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  const voided = await owner.request.post(`${SESSIONS}${id}/void/`, { data: { reason: 'The flat is gone.' } })
  expect(voided.status()).toBe(200)
  await signTyped(page)
  await expect(heading(page, 'This request was voided')).toBeFocused()
  await expect(page.getByText('The flat is gone.')).toBeVisible()
  await context.close()
})

test('an expired request says so, and whom to ask; an unknown link says so too', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  await send(owner, [ana], { deadline_at: new Date(Date.now() + 3000).toISOString() })
  const link = await outbox.signingLink(ana.email)
  // Links ask the clock; what tells the owner goes round more seldom.
  const seen = `/api/v1/pdf_handler/signing${new URL(link).pathname}/`
  await expect.poll(async () => (await (await owner.request.get(seen)).json()).state).toBe('expired')
  const { page, context } = await visitLink(browser, link)
  await expect(heading(page, 'This request has expired')).toBeVisible()
  await expect(
    page.getByText(/^Not everyone signed before the deadline\. Ask .+ to extend it\.$/),
  ).toBeVisible()
  await page.goto(new URL(`/sign/${'x'.repeat(32)}`, link).href)
  await expect(heading(page, 'Link not found')).toBeVisible()
  await context.close()
})

test('a recipient whose turn has not come sees so', async ({ signedIn: owner, browser, outbox }) => {
  // Nobody is mailed a link before their turn, so the service’s word for it is put in its mouth.
  const ana = person('Ana Ruiz Calder')
  await send(owner, [ana])
  const link = await outbox.signingLink(ana.email)
  const { page, context } = await visitLink(browser, link)
  await page.route('**/signing/sign/*/', async (route) => {
    const response = await route.fetch()
    const view = { ...(await response.json()), state: 'waiting', document: null, fields: [] }
    await route.fulfill({ response, json: view })
  })
  await page.reload()
  await expect(heading(page, 'It’s not your turn yet')).toBeVisible()
  await expect(page.getByText(/We’ll e-mail you when it’s your turn/)).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await enter(page)
  await expect(step(page, 'Your signature')).toBeVisible()
  await context.close()
})
