import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../server/worker/sweep.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'
import { logIn, setClock } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const AVATAR = '/api/v1/user/me/avatar/'
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x61])

async function send(client: Client, content: Uint8Array<ArrayBuffer>, name = 'me.png') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.fetch(AVATAR, { method: 'PUT', body: form })
  return { status: response.status, body: (await response.json()) as { avatar_url: string; code?: string } }
}

const objectsOf = async (username: string) => {
  const { rows } = await server.platform.db.execute<{ key: string }>(
    `select key from objects join users on users.id = owner_id where username = '${username}'`,
  )
  return rows.map(({ key }) => key)
}

it('an image of oneself is drawn anew, kept, replaced and taken away, with nothing left behind', async () => {
  const client = await signUp(server.url)
  expect((await client.fetch(AVATAR)).status).toBe(404)
  const first = await send(client, PNG)
  expect(first.body.avatar_url).toMatch(/^\/api\/v1\/user\/me\/avatar\/\?v=/)
  const shown = await client.fetch(first.body.avatar_url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const [before, ...more] = await objectsOf(client.username)
  expect(more, 'the original is not kept').toEqual([])
  expect((await client.json('GET', '/api/v1/conversion/')).body.count, 'nor is it in History').toBe(0)
  expect((await client.json('GET', '/api/v1/user/usage/summary/')).body.storage.files).toBe(0)

  const second = await send(client, new Uint8Array([...PNG, 1]))
  expect(second.body.avatar_url).not.toBe(first.body.avatar_url)
  expect(await objectsOf(client.username)).toHaveLength(1)
  expect(await server.platform.objects.head(before as string)).toBeNull()

  setClock(server, 400 * 86_400_000)
  await sweep(server.platform)
  setClock(server, 0)
  await logIn(client, client.username) // the session has gone by then
  expect((await client.fetch(second.body.avatar_url)).status, 'it does not expire').toBe(200)

  expect((await client.fetch(AVATAR, { method: 'DELETE' })).status).toBe(204)
  expect(await objectsOf(client.username)).toEqual([])
  expect((await client.json('GET', '/api/v1/user/me/')).body.avatar_url).toBeNull()
})

it.each([
  ['a file that is no image', new TextEncoder().encode('# Words'), 'note.md', 'unsupported_source'],
  ['nothing', new Uint8Array(0), 'me.png', 'file_empty'],
  [
    'more than five megabytes',
    new Uint8Array([...PNG, ...new Uint8Array(5_000_000)]),
    'me.png',
    'file_too_large',
  ],
])('%s is no image of oneself, and leaves the one that there is', async (_, content, name, code) => {
  const client = await signUp(server.url)
  const { body } = await send(client, PNG)
  const refused = await send(client, content, name)
  expect(refused.body.code).toBe(code)
  expect((await client.json('GET', '/api/v1/user/me/')).body.avatar_url).toBe(body.avatar_url)
  expect(await objectsOf(client.username)).toHaveLength(1)
})
