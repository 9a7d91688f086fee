import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
let client: Client
const names = [
  'Élan vital.md',
  'Жизнь.md',
  '日本語の契約書.md',
  '100%_sure.md',
  '100 per cent.md',
  'Plain.md',
]
beforeAll(async () => {
  server = await startServer()
  client = await signUp(server.url)
  for (const name of names) await client.wait((await client.convert('x', {}, { name })).body.id)
})
afterAll(() => server.stop())

const found = async (query: string) =>
  (await client.json('GET', `/api/v1/conversion/?${query}`)).body.results.map(
    (r: { filename: string }) => r.filename,
  )

it.each([
  ['élan', ['Élan vital.md']],
  ['жизнь', ['Жизнь.md']],
  ['契約', ['日本語の契約書.md']],
  ['%_', ['100%_sure.md']],
  ['100', ['100 per cent.md', '100%_sure.md']],
  ["' or 1=1 --", []],
])(
  'finds %s by a part of the name, in any case and any script, and takes no part of it for more',
  async (text, expected) => {
    expect(await found(`q=${encodeURIComponent(text)}`)).toEqual(expected)
  },
)

it('pages by cursor through every order, each row once', async () => {
  for (const sort of ['created_at', 'filename', 'size_bytes']) {
    for (const dir of ['asc', 'desc']) {
      const order = `sort_by=${sort}&sort_dir=${dir}`
      const whole = await found(order)
      expect(whole.toSorted()).toEqual(names.toSorted())
      const paged: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await client.json(
          'GET',
          `/api/v1/conversion/?${order}&page_size=2${cursor && `&cursor=${cursor}`}`,
        )
        paged.push(...body.results.map((r: { filename: string }) => r.filename))
        cursor = body.next_cursor
      }
      expect(paged, order).toEqual(whole)
    }
  }
})

it('refuses a cursor of another order', async () => {
  const { body } = await client.json('GET', '/api/v1/conversion/?page_size=2')
  const other = await client.json(
    'GET',
    `/api/v1/conversion/?page_size=2&sort_by=filename&cursor=${body.next_cursor}`,
  )
  expect([other.status, other.body.code]).toEqual([400, 'invalid_request'])
})
