import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, image, markdown, type TestFile, test, violations } from './fixtures.ts'

async function send(page: Page, path: string, file: TestFile, target: string, core: string) {
  const sent = await page.request.post(path, { multipart: { target_format: target, file } })
  const { id } = await sent.json()
  await page.request.get(`/api/v1/${core}/conversion/wait/${id}/`)
}

/** Two documents and an image, today. */
async function work(page: Page) {
  for (const name of ['one.md', 'two.md'])
    await send(page, '/api/v1/pdf_handler/convert/', markdown(name), 'html', 'docs_core')
  await send(page, '/api/v1/convert/image/convert/', await image('three.png'), 'webp', 'media_core')
}

const chart = (page: Page) => page.getByRole('application', { name: /^Conversions by/ })
const trend = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Conversions', exact: true }) })
const legend = (page: Page, name: string) => trend(page).getByRole('button', { name, exact: true })

const today = (page: Page, options: Intl.DateTimeFormatOptions, back = 0) =>
  page.evaluate(
    ([given, days]) =>
      new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-GB', given).replaceAll(',', ''),
    [options, back] as const,
  )

test('the chart is moved through by keys, read out, and leads to history', async ({ signedIn: page }) => {
  await work(page)
  await page.goto('/')
  await expect(legend(page, 'Documents 2')).toBeVisible()
  await expect(trend(page)).toContainText('3 in 30 days')
  await expect(trend(page)).toContainText('All 30 days')

  await legend(page, 'Images 1').focus()
  await page.keyboard.press('Tab')
  await expect(chart(page)).toBeFocused()
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const
  await expect(trend(page), 'it begins at the last day').toContainText(await today(page, short))
  const live = chart(page).locator('[aria-live=polite]')
  await expect(live).toContainText(
    /: 3 conversions\. Documents 2, Images 1\. 0 failed, 0 in the previous period\./,
  )
  await page.keyboard.press('ArrowLeft')
  await expect(trend(page)).toContainText(await today(page, short, 1))
  await expect(legend(page, 'Documents 0')).toBeVisible()
  await expect(live).toContainText(': 0 conversions.')
  await page.keyboard.press('Home')
  await expect(trend(page)).toContainText(await today(page, short, 29))
  await page.keyboard.press('ArrowLeft')
  await expect(trend(page), 'there is nothing before the first').toContainText(await today(page, short, 29))
  await page.keyboard.press('Escape')
  await expect(trend(page)).toContainText('All 30 days')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/history\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
  await expect(page.getByRole('link', { name: 'three.png' })).toBeVisible()
})

test('period, family and twin are in the address, and Back goes through them', async ({ signedIn: page }) => {
  await work(page)
  await page.goto('/')
  await trend(page).getByRole('radio', { name: '365' }).click()
  await expect(page).toHaveURL('/?days=365')
  await expect(trend(page)).toContainText('3 in 52 weeks')
  await legend(page, 'Images 1').click()
  await expect(page).toHaveURL('/?days=365&family=image')
  await expect(trend(page)).toContainText('1 in 52 weeks')
  await expect(legend(page, 'Documents 2'), 'another can still be chosen').toBeVisible()
  await trend(page).getByRole('radio', { name: 'Table' }).click()
  await expect(page).toHaveURL('/?days=365&view=table&family=image')

  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader').first()).toHaveText('Week of')
  const rows = table.getByRole('row')
  await expect(rows).toHaveCount(1 + 52 + 1)
  await expect(rows.last().getByRole('cell').first()).toHaveText('1')
  await table.getByRole('link').click()
  await expect(page).toHaveURL(/\/history\?from=.+&to=.+&family=image$/)
  await expect(page.getByRole('link', { name: 'three.png' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL('/?days=365&view=table&family=image')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/?days=365')
  await expect(trend(page)).toContainText('3 in 52 weeks')
  await page.goto('/?days=7&view=nonsense&family=paper')
  await expect(trend(page), 'a bad address shows the page').toContainText('3 in 30 days')
})

test('the trend is downloaded as it is shown', async ({ signedIn: page }) => {
  await work(page)
  await page.goto('/?days=90')
  await expect(trend(page)).toContainText('3 in 90 days')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    trend(page).getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^conversions-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(91)
  expect(lines[0]).toBe(
    'date,document,image,font,video,audio,model,conversions,completed,failed,cancelled,credits,previous_conversions,previous_completed,previous_failed,previous_cancelled,previous_credits',
  )
  const { total } = await (await page.request.get('/api/v1/user/usage/trend/')).json()
  expect(lines.at(-1)).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d,2,1,0,0,0,0,3,3,0,0,${total.credits},0,0,0,0,0$`),
  )
})

test('the meters say what is left and what is kept, and follow what is converted', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  const { granted } = await (await page.request.get('/api/v1/docs_core/credits/')).json()
  const all = granted.toLocaleString('en')
  await expect(page.getByRole('heading', { name: 'Try a sample' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
  await expect(page.getByRole('meter')).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await work(page)
  await page.reload()
  await expect(page.getByText('in 6 files')).toBeVisible()
  const { remaining } = await (await page.request.get('/api/v1/docs_core/credits/')).json()
  await expect(page.getByRole('meter', { name: 'Credits' })).toHaveAttribute(
    'aria-valuetext',
    `${remaining.toLocaleString('en')} of ${all}`,
  )
})

test('figures that do not come say so, and are asked for again', async ({ signedIn: page }) => {
  await work(page)
  let broken = true
  await page.route('**/api/v1/user/usage/trend/**', (route) => (broken ? route.abort() : route.fallback()))
  await page.goto('/')
  const again = trend(page).getByRole('button', { name: 'Retry' })
  await expect(again).toBeVisible()
  await expect(page.getByRole('link', { name: 'three.png' }), 'the rest stands').toBeVisible()
  broken = false
  await again.click()
  await expect(trend(page)).toContainText('3 in 30 days')
})

test('a sample runs to its result, and costs nothing', async ({ signedIn: page }) => {
  test.slow()
  await page.goto('/')
  const before = await (await page.request.get('/api/v1/docs_core/credits/')).json()
  for (const name of ['harbor.jpg', 'lease.docx', 'gear.stl']) {
    const sample = page.getByRole('listitem').filter({ hasText: name })
    await sample.getByRole('button', { name: 'Convert sample' }).click()
    await expect(sample.getByRole('link', { name: 'Open result' })).toBeVisible({ timeout: 60_000 })
  }
  const after = await (await page.request.get('/api/v1/docs_core/credits/')).json()
  expect(after.remaining).toBe(before.remaining)
  await page.reload()
  await expect(trend(page), 'there is something to show now').toContainText('3 in 30 days')
})
