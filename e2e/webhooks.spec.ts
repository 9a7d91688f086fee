import { Webhook } from 'standardwebhooks'
import { openReceiver, type Received } from '../tests/server/receiver.ts'
import { expect, markdown, test, violations } from './fixtures.ts'

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
    await expect(page.getByText('Events are sent without encryption.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'All of Files' }).check()
    await page.getByRole('button', { name: /^Create webhook/ }).click()
    const secret = (await page.getByText(/^whsec_/).textContent()) as string
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await expect(page.getByText('HTTP 200')).toBeVisible()
    const test = await receiver.nth(1)
    isSigned(secret, test)
    expect(JSON.parse(test.body).type).toBe('webhook.test')
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'I have stored the secret' }).check()
    await page.getByRole('link', { name: 'Open webhook' }).click()
    await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)

    works = false
    const stored = await page.request.post('/api/v1/user/storage/files/upload/', {
      multipart: { file: markdown('missed.md') },
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
      data: { object: { file_name: 'missed.md' } },
    })
    // The same event, by which a receiver knows what it has had.
    expect(sent.headers['webhook-id']).toBe(receiver.received[before - 1]?.headers['webhook-id'])
    await expect(page.getByRole('row', { name: /file\.created/ }).first()).toContainText('Delivered')
  } finally {
    await receiver.close()
  }
})
