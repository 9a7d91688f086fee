import type { Page } from '@playwright/test'
import { expect, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { thrown } from './share-links.ts'
import { agree, button, draw, field, heading, person, send, step, use, visitLink } from './sign-desk.ts'

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

async function looksRight(page: Page, what: string) {
  // Every page has one; before that it is still on its way.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await violations(page), what).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${what}: scrolls one way`).toBeLessThanOrEqual(0)
}

/** One of each kind. */
const everything = (ana: ReturnType<typeof person>) => [
  field(ana, 'name', [1, 72, 340, 180, 22]),
  field(ana, 'checkbox', [1, 72, 290, 14, 14], { label: 'I keep no pets' }),
  field(ana, 'choice', [1, 72, 240, 180, 22], {
    label: 'How the rent is paid',
    options: ['By bank', 'In cash'],
  }),
  field(ana, 'text', [2, 72, 300, 220, 22], { label: 'Number plate', required: false, help: 'Of your car.' }),
  field(ana, 'attachment', [2, 72, 200, 220, 22], { label: 'Proof of income', required: false }),
  field(ana, 'signature', [3, 72, 192, 200, 50]),
]

for (const { width, theme: colorScheme } of looks(320, 1280))
  test(`axe finds nothing on the way at ${width} px, ${colorScheme}`, async ({
    signedIn: owner,
    browser,
    outbox,
  }) => {
    test.slow() // axe looks at a dozen views
    const ana = person('Ana Ruiz Calder y de la Fuente-Hohenstein', { may_delegate: true })
    const ivo = person('Ivo Marković', { group: 2 })
    await send(owner, [ana, ivo], {
      title: 'Tenancy agreement for the house with the blue door, 14 Harbour Row',
      message: 'word '.repeat(60),
      fields: [...everything(ana), field(ivo, 'signature', [3, 330, 192, 200, 50])],
    })
    const { page, context } = await visitLink(browser, await outbox.signingLink(ana.email), {
      viewport: { width, height: 640 },
      colorScheme,
    })
    await looksRight(page, 'before')
    await button(page, 'Review document').click()
    await expect(page.getByRole('img', { name: 'Page 1', exact: true }).locator('canvas')).toBeVisible()
    await looksRight(page, 'reading')
    await button(page, 'Start').click()
    await expect(step(page, 'I keep no pets')).toBeVisible()
    await looksRight(page, 'a box to tick')
    await page.getByRole('checkbox', { name: 'I keep no pets' }).check()
    await button(page, 'Next').click()
    await looksRight(page, 'a choice')
    await page.getByRole('radio', { name: 'In cash' }).check()
    await button(page, 'Next').click()
    await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveAccessibleDescription(
      'Of your car.',
    )
    await looksRight(page, 'a text')
    await button(page, 'Skip').click()
    await looksRight(page, 'a file')
    await button(page, 'Skip').click()
    await expect(step(page, 'Your signature')).toBeVisible()
    await looksRight(page, 'drawing')
    await button(page, 'Sign on another device').click()
    await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible()
    await looksRight(page, 'a code for another device')
    const url = await page.getByRole('textbox', { name: 'URL for the other device' }).inputValue()
    const other = await context.newPage()
    await other.goto(url)
    await expect(button(other, 'Send')).toBeVisible()
    await expect(button(other, 'Clear')).toBeVisible()
    await looksRight(other, 'the other device')
    await draw(other)
    await button(other, 'Send').click()
    await expect(heading(other, 'Continue on the other device')).toBeVisible()
    await looksRight(other, 'the other device, done')
    await other.close()
    await expect(page.getByRole('img', { name: 'Your signature' })).toBeVisible()
    await looksRight(page, 'what was drawn there')
    await page.getByRole('radio', { name: 'Upload' }).check()
    await looksRight(page, 'uploading')
    await page.getByRole('radio', { name: 'Type' }).check()
    await looksRight(page, 'typing')
    await use(page)
    await looksRight(page, 'the end')
    for (const name of ['Recipients', 'Delegate', 'Decline']) {
      await button(page, 'More').click()
      await page.getByRole('menuitem', { name }).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await looksRight(page, name)
      await page.keyboard.press('Escape')
    }
    await agree(page)
    await button(page, 'Sign').click()
    await expect(heading(page, 'You’ve signed')).toBeVisible()
    await looksRight(page, 'done')
    await context.close()
  })

for (const locale of ['pseudo', 'pseudo-rtl'])
  test(`in ${locale}, longer and all of it translated`, async ({ signedIn: owner, browser, outbox }) => {
    const ana = person('Ana Ruiz Calder', { may_delegate: true })
    await send(owner, [ana], {
      fields: [
        field(ana, 'checkbox', [1, 72, 290, 14, 14], { label: 'I keep no pets' }),
        field(ana, 'signature', [3, 72, 192, 200, 50]),
      ],
    })
    const context = await browser.newContext({
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
    })
    await context.addInitScript((name) => localStorage.setItem('locale', name), locale)
    const page = await context.newPage()
    await page.goto(await outbox.signingLink(ana.email))
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'pseudo-rtl' ? 'rtl' : 'ltr')
    await looksRight(page, 'before')
    const given = ['The lease', 'I keep no pets', 'Ana Ruiz Calder', 'Lease 2027.pdf', 'Filewright']
    await plainWords(page, given)
    const act = page.locator('aside button[type=submit]')
    await page.locator('.landing-act').click()
    await page.locator('aside button').click()
    await page.locator('aside input[type=checkbox]').check()
    await looksRight(page, 'a step')
    await plainWords(page, given)
    await act.click()
    await page.locator('aside input[type=radio]').nth(1).check()
    await expect(act).toBeEnabled()
    await looksRight(page, 'typing')
    await page.locator('aside input[type=radio]').first().check()
    await page.locator('aside p > button').click()
    await expect(page.locator('aside svg[role=img]')).toBeVisible()
    await looksRight(page, 'another device')
    await plainWords(page, given)
    if (locale === 'pseudo-rtl') {
      const menu = await page.locator('header button').boundingBox()
      expect(menu?.x, 'the menu stands where lines end').toBeLessThan(60)
    }
    await context.close()
  })

/**
 * Words in plain letters that stand in no file and are nobody's name: the pseudo-locale gives every
 * letter of a message an accent.
 */
async function plainWords(page: Page, given: string[]) {
  const text = await page.locator('aside, main > div:first-child, .landing-main').allInnerTexts()
  const own = given.reduce((rest, word) => rest.replaceAll(word, ''), text.join('\n'))
  const found = own.split('\n').filter((line) => /\b[a-z]{4,}\b/i.test(line) && !/e2e|http/.test(line))
  expect(found).toEqual([])
}
