import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { thrown } from './share-links.ts'
import {
  agree,
  button,
  draw,
  drawByTouch,
  enter,
  field,
  heading,
  logged,
  pad,
  person,
  SESSIONS,
  said,
  send,
  sessionOf,
  signTyped,
  step,
  use,
  visitLink,
} from './sign-desk.ts'

const hasPoppler = existsSync('/usr/bin/pdfsig') && existsSync('/usr/bin/pdftotext')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

/** By the keyboard alone. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** With a finger, which taps again where it met a page that was still moving. */
const tick = (box: Locator) =>
  expect(async () => {
    if (!(await box.isChecked())) await box.tap()
    await expect(box).toBeChecked({ timeout: 1000 })
  }).toPass()

test('one signs on a phone with a finger, one by keyboard alone; the result is sealed and says what they wrote', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  test.slow() // three contexts, and an engine that has to start
  const ana = person('Ana Ruiz Calder', { message: 'The keys are with the caretaker.' })
  const ivo = person('Ivo Marković')
  const plate = field(ana, 'text', [2, 72, 300, 220, 22], { label: 'Number plate', required: false })
  const rent = field(ivo, 'number', [1, 330, 300, 100, 22], { label: 'Rent', min: 100, max: 5000 })
  const session = await send(owner, [ana, ivo], {
    message: 'By Friday, if you can.',
    fields: [
      field(ana, 'name', [1, 72, 340, 180, 22]),
      field(ana, 'date', [1, 330, 340, 100, 22]),
      field(ana, 'checkbox', [1, 72, 290, 14, 14], { label: 'I keep no pets' }),
      plate,
      field(ana, 'signature', [3, 72, 192, 200, 50]),
      rent,
      field(ivo, 'signature', [3, 330, 192, 200, 50]),
    ],
  })

  const { page: phone, context: pocket } = await visitLink(
    browser,
    await outbox.signingLink(ana.email),
    PHONE,
  )
  await expect(heading(phone, 'The lease')).toBeVisible()
  await expect(phone.getByText('By Friday, if you can.')).toBeVisible()
  await expect(phone.getByText('The keys are with the caretaker.')).toBeVisible()
  await expect(phone.getByText('Other recipients: Ivo Marković')).toBeVisible()
  await button(phone, 'Review document').tap()
  await expect(phone.getByText('3 fields left', { exact: true })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Name: Ana Ruiz Calder' })).toBeVisible()
  await button(phone, 'Start').tap()
  await expect(step(phone, 'I keep no pets')).toBeFocused()
  await expect(button(phone, 'Next')).toHaveAccessibleDescription('Complete this field first.')
  await tick(phone.getByRole('checkbox', { name: 'I keep no pets' }))
  await button(phone, 'Next').tap()
  await phone.getByRole('textbox', { name: 'Number plate' }).fill('B ÄR 2027')
  await expect(phone.getByRole('button', { name: 'Number plate: B ÄR 2027' })).toBeVisible()
  await button(phone, 'Next').tap()
  await expect(step(phone, 'Your signature')).toBeFocused()
  await drawByTouch(phone)
  await drawByTouch(phone)
  await button(phone, 'Undo last stroke').tap()
  await expect(phone.getByText('All fields completed', { exact: true })).toBeVisible()
  await button(phone, 'Clear').tap()
  await expect(phone.getByText('Next: Your signature')).toBeVisible()
  await drawByTouch(phone)
  await use(phone)
  await expect(step(phone, 'Sign the document')).toBeFocused()
  await tick(phone.getByRole('checkbox', { name: /^I agree/ }))
  await button(phone, 'Sign').tap()
  await expect(heading(phone, 'You’ve signed')).toBeFocused()

  const { page: desk, context: office } = await visitLink(browser, await outbox.signingLink(ivo.email))
  await expect(heading(desk, 'The lease')).toBeVisible()
  await tabTo(desk, button(desk, 'Review document'))
  await desk.keyboard.press('Enter')
  await tabTo(desk, button(desk, 'Start'))
  await desk.keyboard.press('Enter')
  await expect(step(desk, 'Rent')).toBeFocused()
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('7')
  await expect(desk.getByRole('textbox', { name: 'Rent' })).toHaveAccessibleDescription('At least 100.')
  await desk.keyboard.type('65')
  await desk.keyboard.press('Enter')
  await expect(step(desk, 'Your signature')).toBeFocused()
  await tabTo(desk, desk.getByRole('radio', { name: 'Draw' }))
  await desk.keyboard.press('ArrowRight')
  await expect(desk.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ivo Marković')
  await expect(button(desk, 'Use signature')).toBeEnabled()
  await tabTo(desk, button(desk, 'Use signature'))
  await expect(desk.getByText('Ready to use.')).toBeAttached()
  await desk.keyboard.press('Enter')
  await expect(step(desk, 'Sign the document')).toBeFocused()
  await tabTo(desk, desk.getByRole('checkbox', { name: /^I agree/ }))
  await desk.keyboard.press('Space')
  await tabTo(desk, button(desk, 'Sign'))
  await desk.keyboard.press('Enter')
  await expect(heading(desk, 'You’ve signed')).toBeFocused()

  await expect
    .poll(async () => (await sessionOf(owner, session)).state, { timeout: 90_000 })
    .toBe('completed')
  await phone.goto(await outbox.signingLink(ana.email))
  await expect(heading(phone, 'You’ve signed')).toBeVisible()
  const [got] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: 'Download signed PDF' }).tap(),
  ])
  const bytes = readFileSync(await got.path())
  expect(bytes.equals(await (await owner.request.get(`${SESSIONS}${session.id}/result/`)).body())).toBe(true)
  if (hasPoppler) {
    const path = test.info().outputPath('sealed.pdf')
    writeFileSync(path, bytes)
    const judged = said('pdfsig', '-nocert', path)
    expect(judged).toContain('Signature is Valid')
    expect(judged).toContain('Total document signed')
    const text = said('pdftotext', '-layout', path, '-')
    for (const word of ['Ana Ruiz Calder', 'Ivo Marković', 'B ÄR 2027', '765']) expect(text).toContain(word)
  }

  await owner.goto('/verify')
  await owner
    .locator('input[type=file]')
    .setInputFiles({ name: 'sealed.pdf', mimeType: 'application/pdf', buffer: bytes })
  await expect(owner.getByText(/^Sealed by this server/)).toBeVisible()
  await pocket.close()
  await office.close()
})

test('a recipient who declines ends the request for everyone, with a reason', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const one = person('Ana Ruiz Calder')
  const other = person('Ivo Marković')
  const session = await send(owner, [one, other])
  const { page, context } = await visitLink(browser, await outbox.signingLink(one.email))
  await enter(page)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Decline' }).click()
  const asks = page.getByRole('dialog', { name: 'Decline' })
  await page.keyboard.press('Escape')
  await expect(asks).toBeHidden()
  await expect(button(page, 'More')).toBeFocused()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Decline' }).click()
  await asks.getByRole('textbox', { name: 'Reason (optional)' }).fill('The rent is another one.')
  await asks.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(page, 'This request was declined')).toBeFocused()
  expect((await sessionOf(owner, session)).state).toBe('declined')
  await page.goto(await outbox.signingLink(other.email))
  await expect(heading(page, 'This request was declined')).toBeVisible()
  await expect(page.getByText('The rent is another one.')).toBeVisible()
  await context.close()
})

test('offline while finishing: nothing is lost, and there is one signature', async ({
  signedIn: owner,
  browser,
  outbox,
}) => {
  const ana = person('Ana Ruiz Calder')
  const session = await send(owner, [ana, person('Ivo Marković', { group: 2 })])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  await draw(page)
  await use(page)
  await agree(page)
  await context.setOffline(true)
  await expect(page.getByText(/You’re offline/)).toBeVisible()
  await button(page, 'Sign').click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  expect(await logged(owner, session, 'acted')).toEqual([])

  // The network comes back, takes what is sent, and loses the answer.
  await context.setOffline(false)
  let lost = 0
  await page.route('**/signing/sign/*/', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost++
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Sign').click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(button(page, 'Sign')).toBeEnabled()
  await button(page, 'Sign').click()
  await expect(heading(page, 'You’ve signed')).toBeVisible()
  expect(lost).toBe(1)
  expect(await logged(owner, session, 'acted')).toHaveLength(1)
  await context.close()
})

test('a double click signs once, and asks once', async ({ signedIn: owner, browser, outbox }) => {
  const ana = person('Ana Ruiz Calder')
  const session = await send(owner, [ana, person('Ivo Marković', { group: 2 })])
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await enter(page)
  await page.getByRole('radio', { name: 'Type' }).check()
  await use(page)
  await agree(page)
  await button(page, 'Sign').dblclick()
  await expect(heading(page, 'You’ve signed')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(await logged(owner, session, 'acted')).toHaveLength(1)
  await context.close()
})

test('a reload keeps the entries and continues there', async ({ signedIn: owner, browser, outbox }) => {
  const ana = person('Ana Ruiz Calder')
  const ivo = person('Ivo Marković', { group: 2 })
  await send(owner, [ana, ivo], {
    fields: [
      field(ivo, 'signature', [3, 330, 192, 200, 50]),
      field(ana, 'text', [1, 72, 300, 220, 22], { label: 'Number plate' }),
      field(ana, 'initials', [1, 72, 200, 80, 30]),
      field(ana, 'signature', [3, 72, 192, 200, 50]),
    ],
  })
  const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email))
  await enter(page)
  await page.getByRole('textbox', { name: 'Number plate' }).fill('B 2027')
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: 'Type' }).check()
  await expect(page.getByRole('textbox', { name: 'Your initials' })).toHaveValue('ARC')
  await use(page, 'Use initials')
  await draw(page)
  await expect(page.getByText('Ready to use.')).toBeAttached()
  await page.reload()
  await button(page, 'Review document').click()
  await expect(step(page, 'Sign the document')).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await button(page, 'Replace').click()
  await expect(pad(page)).toBeVisible()
  await expect(page.getByText('Next: Your signature')).toBeVisible()
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('B 2027')
  await button(page, 'Next').click()
  await expect(step(page, 'Your signature')).toBeVisible()
  await signTyped(page)
  await expect(heading(page, 'You’ve signed')).toBeVisible()
  await page.reload()
  expect(await page.evaluate(() => sessionStorage.length), 'no draft is left').toBe(0)
  await context.close()
})
