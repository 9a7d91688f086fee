import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import type { Checks } from './check.ts'
import { HttpClient } from './client.ts'
import { corpusFile } from './corpus-file.ts'
import {
  expectFile,
  expectJson,
  expectList,
  expectNothing,
  INSTANT,
  NUMBER,
  STORED_FILE,
  TEXT,
  UUID,
} from './shapes.ts'

const USER = '/api/v1/user'
const FILES = `${USER}/storage/files`
const SHARES = `${USER}/shares`

export const accountChecks: Checks = {
  [`POST ${USER}/auth/login/`]: {
    with: ['none'],
    run: async (send, world) => {
      const { username, email, password } = await signUp(world.url)
      for (const name of [username, email])
        expectJson(await send({ json: { username: name, password } }), 200, { user: { username, email } })
      expectJson(await world.client.request('GET', `${USER}/me/`), 200, { username })
    },
  },
  [`POST ${USER}/auth/logout/`]: {
    with: ['none'],
    run: async (send, world) => {
      const { username, password } = await signUp(world.url)
      await world.get('POST', `${USER}/auth/login/`, { json: { username, password } })
      expectNothing(await send())
      expect((await world.client.request('GET', `${USER}/me/`)).status).toBe(401)
    },
  },
  [`GET ${USER}/me/`]: async (send, world) => {
    expectJson(await send(), 200, { username: world.account?.username, email: world.account?.email })
  },
  [`PATCH ${USER}/me/`]: async (send, world) => {
    expectJson(await send({ json: { last_name: 'Okafor' } }), 200, { last_name: 'Okafor' })
    expect((await world.get('GET', `${USER}/me/`)).last_name).toBe('Okafor')
  },
  [`GET ${USER}/usage/`]: async (send) => {
    expectJson(await send(), 200, { plans: [{ code: TEXT, name: TEXT, is_current: true }] })
  },
  [`GET ${USER}/usage/summary/`]: async (send) => {
    expectJson(await send(), 200, {})
  },
  [`GET ${USER}/usage/trend/`]: async (send) => {
    expectJson(await send(), 200, {})
  },
  [`GET ${USER}/usage/recent-conversions/`]: async (send, world) => {
    await world.document()
    expectList(await send(), { conversion_id: UUID, status: TEXT })
  },
  [`GET ${USER}/usage/conversions/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.document()
    expectJson(await send({}, { conversion_id }), 200, { conversion_id, credits_charged: NUMBER })
  },
  [`GET ${FILES}/`]: async (send, world) => {
    await world.storedFile()
    expectList(await send(), STORED_FILE)
  },
  [`POST ${FILES}/upload/`]: async (send) => {
    const answer = await send({ form: { file: corpusFile('docs/letter.docx') } })
    expectJson(answer, 201, { ...STORED_FILE, file_name: 'letter.docx', file_size_bytes: 1002 })
  },
  [`POST ${FILES}/register/`]: async (send, world) => {
    const { output } = await world.document()
    expectJson(await send({ json: { s3_key: output.s3_key } }), 201, {
      ...STORED_FILE,
      s3_key: output.s3_key,
    })
  },
  [`POST ${FILES}/download/`]: async (send, world) => {
    const { id } = await world.storedFile()
    const answer = await send({ json: { file_ids: [id] } })
    expectJson(answer, 200, { downloads: [{ id, download_url: TEXT, expires_at: INSTANT }] })
    const bare = new HttpClient(world.url)
    expectFile(
      await bare.request('GET', answer.body.downloads[0].download_url),
      'application/pdf',
      'lease.pdf',
      '%PDF-',
    )
  },
  [`POST ${FILES}/download/zip/`]: async (send, world) => {
    const { id } = await world.storedFile()
    expectFile(await send({ json: { file_ids: [id] } }), 'application/zip', '.zip', 'PK')
  },
  [`POST ${FILES}/delete/`]: async (send, world) => {
    const { id } = await world.storedFile('old.pdf')
    const answer = await send({ json: { file_ids: [id], permanently: true } })
    expectJson(answer, 200, { file_ids: [id], reclaimed_bytes: NUMBER })
    expect(answer.body.reclaimed_bytes).toBeGreaterThan(0)
    await world.get('POST', `${FILES}/download/`, { json: { file_ids: [id] } }, 404)
  },
  [`GET ${SHARES}/`]: async (send, world) => {
    const { link_id } = await world.share()
    expectList(await send(), { link_id })
  },
  [`POST ${SHARES}/`]: async (send, world) => {
    const { id } = await world.storedFile()
    const answer = await send({ json: { file_id: id } })
    expectJson(answer, 201, { link_id: UUID, token: TEXT, url: TEXT })
    expect(answer.body.url).toContain(answer.body.token)
  },
  [`DELETE ${SHARES}/{link_id}/`]: async (send, world) => {
    const json = { file_id: (await world.storedFile()).id }
    const { link_id, token } = await world.get('POST', `${SHARES}/`, { json }, 201)
    expectNothing(await send({}, { link_id }))
    expect((await world.client.request('GET', `${SHARES}/public/${token}/`)).status).toBeGreaterThanOrEqual(
      400,
    )
  },
  [`GET ${SHARES}/public/{token}/`]: async (send, world) => {
    const { token } = await shareOf(world.url)
    expectJson(await send({}, { token }), 200, { locked: false, file: { file_name: 'lease.pdf' } })
  },
  [`POST ${SHARES}/public/{token}/download/`]: async (send, world) => {
    const { token } = await shareOf(world.url)
    const answer = await send({ json: {} }, { token })
    expectJson(answer, 200, { download_url: TEXT })
    const file = await world.client.request('GET', answer.body.download_url)
    expectFile(file, 'application/pdf', 'lease.pdf', '%PDF-')
  },
}

/** A share of another account. Opening it needs no account. */
async function shareOf(url: string): Promise<{ token: string }> {
  const { client } = await signUp(url)
  const form = { file: corpusFile('pdf/fields-two-pages.pdf', 'lease.pdf') }
  const { id } = (await client.request('POST', `${FILES}/upload/`, { form })).body
  return (await client.request('POST', `${SHARES}/`, { json: { file_id: id } })).body
}
