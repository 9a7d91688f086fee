import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { openReceiver, type Received } from '../tests/server/receiver.ts'
import { expect, records, test, violations } from './fixtures.ts'
import { views } from './looks.ts'

const isSigned = (secret: string, { headers, body }: Received) => new Webhook(secret).verify(body, headers)

test('a webhook is created, tested, fails, and sends what was missed once its receiver works again', async ({
  signedIn: page,
}) => {
  let works = true
  const receiver = await openReceiver((_request, response) => {
    response.writeHead(works ? 200 : 500, { 'content-type': 'text/html' })
    response.end(works ? 'ok' : '<h1>Out of disk</h1><script>document.title = "run"</script>')
  })
  try {
    await page.goto('/webhooks')
    await page.getByRole('link', { name: 'Create webhook' }).first().click()
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.url())
    await expect(page.getByText('Events are sent unencrypted.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'All events in Files' }).check()
    await page.getByRole('button', { name: /^Create webhook/ }).click()
    const secret = (await page.getByText(/^whsec_/).textContent()) as string
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(page.getByText('HTTP 200')).toBeVisible()
    const test = await receiver.nth(1)
    isSigned(secret, test)
    expect(JSON.parse(test.body).type).toBe('webhook.test')
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'I’ve saved the secret' }).check()
    await page.getByRole('link', { name: 'Open webhook' }).click()
    await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)

    works = false
    const stored = await page.request.post('/api/v1/user/storage/files/upload/', {
      multipart: { file: records('missed.json') },
    })
    expect(stored.ok()).toBe(true)
    // Without a reload: the list asks for what is new.
    const failing = page.getByRole('row', { name: /file\.created/ })
    await expect(failing).toContainText('HTTP 500')
    await failing.getByRole('link').first().click()
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await delivery
      .getByRole('list', { name: 'Attempts' })
      .getByRole('button', { name: /HTTP 500/ })
      .first()
      .click()
    await expect(delivery.getByRole('group', { name: 'Response body' })).toContainText('<h1>Out of disk</h1>')
    await expect(page).not.toHaveTitle('run')
    await delivery.getByRole('button', { name: 'Cancel delivery' }).click()
    await expect(delivery.getByText('Cancelled')).toBeVisible()
    expect(await violations(page)).toEqual([])

    works = true
    const before = receiver.received.length
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Recover events' }).click()
    const asks = page.getByRole('dialog', { name: 'Recover events' })
    await asks.getByRole('button', { name: 'Send 1 event' }).click()
    await expect(asks).toBeHidden()
    const sent = await receiver.nth(before + 1)
    isSigned(secret, sent)
    expect(JSON.parse(sent.body)).toMatchObject({
      type: 'file.created',
      data: { object: { file_name: 'missed.json' } },
    })
    // The same event, by which a receiver knows what it has had.
    expect(sent.headers['webhook-id']).toBe(receiver.received[before - 1]?.headers['webhook-id'])
    await expect(page.getByRole('row', { name: /file\.created/ }).first()).toContainText('Delivered')
  } finally {
    await receiver.close()
  }
})

/** A webhook with a delivery that failed and two that arrived, of two types. */
async function withDeliveries(page: Page) {
  const receiver = await openReceiver((_request, response) => {
    response.writeHead(receiver.received.length === 1 ? 500 : 204).end()
  })
  const api = '/api/v1/webhooks/'
  const { webhook_id } = await (await page.request.post(api, { data: { url: receiver.url() } })).json()
  for (const type of ['file.created', 'file.created', 'conversion.completed']) {
    const before = receiver.received.length
    await page.request.post(`${api}${webhook_id}/test/`, { data: { type } })
    await receiver.nth(before + 1)
  }
  await expect
    .poll(async () => (await (await page.request.get(`${api}${webhook_id}/stats/`)).json()).pending)
    .toBe(0)
  return { path: `/webhooks/${webhook_id}`, close: () => receiver.close() }
}
const overTime = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deliveries over time' }) })
const chart = (page: Page) => page.getByRole('application', { name: /^Deliveries by/ })
const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries', exact: true }).getByRole('row')

test('the chart of a webhook says its figures and filters the deliveries by a click or a key', async ({
  signedIn: page,
}) => {
  const { path, close } = await withDeliveries(page)
  await page.goto(path)
  await expect(overTime(page)).toContainText('Delivered 2Failed 1Pending 0')
  const box = (await chart(page).boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.click(box.x + 4, box.y + 80)
  await expect(page).toHaveURL(/\?since=.+&until=/)
  await expect(page.getByText('No deliveries match these filters.')).toBeVisible()
  await page.mouse.click(box.x + 4, box.y + 80)
  await expect(page).toHaveURL(path)

  await overTime(page).getByRole('radio', { name: '30 days' }).click()
  await expect(overTime(page)).toContainText('All 30 days')
  await chart(page).focus()
  await page.keyboard.press('End')
  await expect(chart(page).locator('[aria-live=polite]')).toContainText(
    /: 3 deliveries\. 2 delivered, 1 failed, 0 pending\.$/,
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?since=.+&until=.+&range=30d$/)
  await expect(rows(page)).toHaveCount(1 + 3)
  await page.getByRole('link', { name: 'conversion.completed' }).first().click()
  await expect(rows(page)).toHaveCount(1 + 1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1 + 1)
  await expect(overTime(page)).toContainText('All 30 days')

  await overTime(page).getByRole('radio', { name: 'Table' }).click()
  await expect(overTime(page).getByRole('row')).toHaveCount(1 + 30 + 1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    overTime(page).getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^deliveries-127\.0\.0\.1-\d+-\d{4}-\d\d-\d\d-.+\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 30)
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,.+Z,.+Z,2,1,0$/)
  await close()
})

for (const { theme, locale, width } of views(360, 1280, 1920))
  test(`a webhook, ${theme}, ${locale}, ${width} px`, async ({ signedIn: page }) => {
    await page.addInitScript((chosen) => Object.assign(localStorage, chosen), { theme, locale })
    await page.setViewportSize({ width, height: 800 })
    const { path, close } = await withDeliveries(page)
    for (const search of ['', '?view=table&range=7d', '?type=file.created']) {
      await page.goto(`${path}${search}`)
      // By no words: it is opened in pseudo-languages as well.
      await expect(page.getByRole('table')).toHaveCount(search.includes('view=table') ? 3 : 2)
      expect(await violations(page), search).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), search).toBe(0)
    }
    await close()
  })
