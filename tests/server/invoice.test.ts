import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businesses } from '../../server/core/schema.ts'
import { makeBusiness, makeMember } from './business-desk.ts'
import { signUp, startServer, type TestServer } from './harness.ts'
import { payAt, purchaseOf, SUBSCRIPTION, startPack } from './till.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer(
    { DATABASE_POOL: '4', INVOICE_SELLER: 'Quay Ltd | 2 Pier', INVOICE_TAX_ID: 'IE1' },
    'real',
  )
})
afterAll(() => server.stop())

const follow = (location: string | null) => fetch(location ?? '', { redirect: 'manual' })
const bytesOf = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const textOf = (pdf: Buffer) =>
  spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout

describe.runIf(existsSync('/usr/bin/pdftotext'))('an invoice', () => {
  it('says who paid what, and the same whenever it is asked for', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me)
    const name = 'Ćirić & Söhne "] #panic("x") <b>'
    await follow((await payAt(checkout_url, { name, tax_id: 'PT500000000' })).headers.get('location'))
    const { invoice_url, invoice_number } = await purchaseOf(me, purchase_id)
    const [first, second] = [
      await bytesOf(await me.fetch(invoice_url)),
      await bytesOf(await me.fetch(invoice_url)),
    ]
    expect(first.equals(second)).toBe(true)
    const text = textOf(first)
    for (const words of [
      invoice_number,
      name,
      '14 Harbour Row',
      'PT500000000',
      'Quay Ltd',
      '2 Pier',
      'IE1',
      '1,000 credits',
      '€12.00',
    ])
      expect(text).toContain(words)
    expect(text).toContain('Test invoice: no real money was paid.')
    const other = await signUp(server.url)
    expect((await other.fetch(invoice_url)).status).toBe(404)
  })

  it('of a business has the address and tax id that it has given', async () => {
    const business = await makeBusiness(server)
    const owner = await makeMember(server, business, 'owner')
    const given = {
      ...{ legalName: 'Harbour & Co, Lda', taxId: 'PT501234567', addressLine1: '3 Quay', city: 'Porto' },
    }
    await server.platform.db.update(businesses).set(given).where(eq(businesses.id, business.id))
    const started = await owner.json(
      ...(['POST', `${SUBSCRIPTION}/purchase_initiate/pay-as-you-go/`] as const),
      ...([{ pack: 'pack-250' }, business.header] as const),
    )
    const nowhere = { line1: '', city: '', postal_code: '' }
    await follow((await payAt(started.body.checkout_url, nowhere)).headers.get('location'))
    const path = `${SUBSCRIPTION}/purchases/${started.body.purchase_id}/invoice.pdf`
    const text = textOf(await bytesOf(await owner.fetch(path, { headers: business.header })))
    for (const words of ['Harbour & Co, Lda', '3 Quay', 'Porto', 'PT501234567']) expect(text).toContain(words)
  })
})
