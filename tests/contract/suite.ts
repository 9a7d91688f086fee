import { describe, expect, it } from 'vitest'
import type { Conversion } from '../../contract/conversion.ts'
import { adminSuite } from './admin-suite.ts'
import { billingSuite } from './billing-suite.ts'
import { businessUsersSuite } from './business-users-suite.ts'
import { businessesSuite } from './businesses-suite.ts'
import { type Callers, callers, pixel, type Target } from './caller.ts'
import { successes } from './declared.ts'
import { familySuite } from './family-suite.ts'
import { identitySuite } from './identity-suite.ts'
import { notificationsSuite } from './notifications-suite.ts'
import { pdfSuite } from './pdf-suite.ts'
import { pipelinesSuite } from './pipelines-suite.ts'
import { scanSuite } from './scan-suite.ts'
import { sharesSuite } from './shares-suite.ts'
import { signingLinksSuite } from './signing-links-suite.ts'
import { signingSuite } from './signing-suite.ts'
import { storageSuite } from './storage-suite.ts'
import { usageSuite } from './usage-suite.ts'
import { verifySuite } from './verify-suite.ts'
import { webhooksSuite } from './webhooks-suite.ts'

/**
 * What holds for every instance of the service. It is run against the server and against the mock,
 * so that neither can drift from the contract, or from the other.
 */
export function contractSuite(target: Target) {
  const all = callers(target)
  suite(all, target)
  familySuite(all, target)
  identitySuite(all, target)
  usageSuite(all)
  storageSuite(all)
  sharesSuite(all, target)
  notificationsSuite(all)
  pdfSuite(all)
  pipelinesSuite(all)
  scanSuite(all)
  verifySuite(all, target)
  signingSuite(all, target)
  signingLinksSuite(all, target)
  businessesSuite(all, target)
  businessUsersSuite(all, target)
  webhooksSuite(all)
  billingSuite(all, target)
  adminSuite(all, target)

  it('has seen every success that the contract declares', async () => {
    await all.anyone().call('GET', '/api/v1/health/')
    const missing = successes.filter((name) => {
      const [operation = '', status] = name.split(' ')
      return !all.log.get(operation)?.has(Number(status))
    })
    expect(missing).toEqual([])
  })
}

function suite({ anyone, someone }: Callers, target: Target) {
  describe('the status', () => {
    it('is for who is signed in', async () => {
      expect(await anyone().call('GET', '/api/v1/status/')).toMatchObject({ status: 404 })
      const me = await someone()
      const { status, body } = await me.call('GET', '/api/v1/status/')
      expect(status).toBe(200)
      expect(body.public).toBe(false)
    })
  })

  describe('the instance', () => {
    it('is watched by its administrator, who retries what failed by its fault', async () => {
      const me = await someone()
      expect((await me.call('GET', '/api/v1/admin/overview/')).body.code).toBe('forbidden')
      const admin = anyone()
      const { username, password } = target.admin
      await admin.call('POST', '/api/v1/user/auth/login/', { username, password })
      expect((await admin.call('GET', '/api/v1/admin/overview/')).status).toBe(200)
      const { body } = await admin.call('POST', '/api/v1/admin/retry/', { code: 'storage_full' })
      expect(body).toEqual({ retried: 0, skipped: 0, next: null })
    })
  })

  describe('account', () => {
    it('signs up, reads, changes, signs out and in', async () => {
      const me = await someone()
      expect((await me.call('GET', '/api/v1/user/me/')).body).toMatchObject({
        username: me.username,
        email: me.email,
      })
      const changed = await me.call('PATCH', '/api/v1/user/me/', { last_name: 'Okafor' })
      expect(changed.body).toMatchObject({ last_name: 'Okafor' })
      expect((await me.call('POST', '/api/v1/user/auth/logout/')).status).toBe(204)
      expect((await me.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      expect(
        (await me.call('POST', '/api/v1/user/auth/login/', { username: me.email, password: 'wrong' })).body
          .code,
      ).toBe('invalid_credentials')
      expect(
        (await me.call('POST', '/api/v1/user/auth/login/', { username: me.email, password: me.password }))
          .status,
      ).toBe(200)
      expect((await me.call('GET', '/api/v1/user/me/')).body.last_name).toBe('Okafor')
    })

    it('keeps the name that somebody signs up with', async () => {
      const name = `ana${crypto.randomUUID().slice(0, 8)}`
      const made = await anyone().call('POST', '/api/v1/user/auth/signup/', {
        ...{ username: name, email: `${name}@mail.example`, password: 'correct horse' },
        ...{ first_name: ' Ana ', last_name: 'Ruiz Calder' },
      })
      expect(made.body.user).toMatchObject({ first_name: 'Ana', last_name: 'Ruiz Calder' })
    })

    it('keeps names and addresses apart, and bad fields out', async () => {
      const { username, email } = await someone()
      const taken = await anyone().call('POST', '/api/v1/user/auth/signup/', {
        username,
        email: `x${email}`,
        password: 'long enough',
      })
      expect(taken.body).toMatchObject({ code: 'username_taken', errors: [{ path: 'username' }] })
      const same = await anyone().call('POST', '/api/v1/user/auth/signup/', {
        username: `x${username}`,
        email,
        password: 'long enough',
      })
      expect(same.body).toMatchObject({ code: 'email_taken', errors: [{ path: 'email' }] })
      const bad = await anyone().call('POST', '/api/v1/user/auth/signup/', {
        username: 'a b',
        email: 'x',
        password: 'short',
        first_name: 'Ana\nBcc: all',
      })
      expect(bad.body.code).toBe('invalid_request')
      expect(bad.body.errors.map((e: { path: string }) => e.path).sort()).toEqual([
        'email',
        'first_name',
        'password',
        'username',
      ])
    })
  })

  describe('convert', () => {
    it.each([
      ['pdf_handler', 'md'],
      ['convert/image', 'png'],
    ])('%s lists its formats and operations', async (family, from) => {
      const caller = anyone()
      const { body } = await caller.call('GET', `/api/v1/${family}/formats/`)
      const outputs: string[] = body.formats.find(({ format }: { format: string }) => format === from).outputs
      expect(outputs.length).toBeGreaterThan(0)
      const found = await caller.call(
        'GET',
        `/api/v1/${family}/operations/?from=.${from.toUpperCase()}&to=${outputs[0]}`,
      )
      expect(found.body.operations.map((o: { operation: string }) => o.operation)).toContain('convert')
      expect(
        (await caller.call('GET', `/api/v1/${family}/operations/?from=nonsense`)).body.operations,
      ).toEqual([])
    })

    it('lists every family in one catalog', async () => {
      const { body } = await anyone().call('GET', '/api/v1/conversion/catalog/')
      const families = (entries: { family: string }[]) => new Set(entries.map(({ family }) => family))
      expect([...families(body.formats)]).toEqual(expect.arrayContaining(['document', 'image']))
      expect([...families(body.operations)]).toEqual(expect.arrayContaining(['document', 'image']))
    })

    it('takes a document from upload to download', async () => {
      const me = await someone()
      const before = (await me.call('GET', '/api/v1/docs_core/credits/')).body
      const done = await me.document('# Hello\n\nWords.', {
        external_token: 'mine',
        batch_id: '11111111-1111-4111-8111-111111111111',
      })
      expect(done).toMatchObject({
        status: 'completed',
        family: 'document',
        source_format: 'md',
        target_format: 'html',
        filename: 'note.md',
        external_token: 'mine',
        error: null,
      })
      expect(done.output).toMatchObject({ filename: 'note.html', format: 'html' })
      expect(done.id).toBe(done.conversion_id)
      expect(done.state).toBe(done.status)
      const after = (await me.call('GET', '/api/v1/docs_core/credits/')).body
      expect(after).toMatchObject({
        remaining: before.remaining - (done.credits_charged ?? 0),
        held: 0,
        anonymous: false,
      })
      for (const at of ['pdf_handler/conversion', 'docs_core/conversion', 'conversion']) {
        expect((await me.call('GET', `/api/v1/${at}/${done.id}/`)).body, at).toMatchObject({
          id: done.id,
          status: 'completed',
        })
      }
      const file = await me.fetch('GET', `/api/v1/pdf_handler/${done.id}/download/`)
      expect(file.status).toBe(200)
      expect((await file.text()).length).toBeGreaterThan(0)
    })

    it('takes an image from upload to download', async () => {
      const me = await someone()
      const sent = await me.send('/api/v1/convert/image/convert/', ['dot.png', pixel()], {
        target_format: 'WEBP',
      })
      const done = await me.settled('media_core', sent.body.id)
      expect(done).toMatchObject({ status: 'completed', family: 'image', target_format: 'webp' })
      expect((await me.call('GET', `/api/v1/convert/image/conversion/${done.id}/`)).body.id).toBe(done.id)
      expect((await me.call('GET', `/api/v1/media_core/conversion/${done.id}/`)).body.id).toBe(done.id)
      expect((await me.fetch('GET', `/api/v1/media_core/files/${done.id}/download/`)).status).toBe(200)
      expect((await me.call('GET', `/api/v1/docs_core/conversion/${done.id}/`)).body.code).toBe('not_found')
    })

    it('converts again by key', async () => {
      const me = await someone()
      const first = await me.document()
      const again = await me.call('POST', '/api/v1/pdf_handler/convert/json/', {
        s3_key: first.s3_key,
        target_format: 'txt',
      })
      expect(again.status).toBe(202)
      expect(await me.settled('docs_core', again.body.id)).toMatchObject({
        status: 'completed',
        s3_key: first.s3_key,
        target_format: 'txt',
      })
      const foreign = await (await someone()).call('POST', '/api/v1/pdf_handler/convert/json/', {
        s3_key: first.s3_key,
        target_format: 'txt',
      })
      expect(foreign.body.code).toBe('not_found')
    })

    it('puts several files together: arriving ones and kept ones in their order', async () => {
      const me = await someone()
      const merge = async (...files: [name: string, key?: string][]) => {
        const form = new FormData()
        form.append('operation', 'merge')
        form.append('target_format', 'pdf')
        for (const [name, key] of files)
          if (key) form.append('s3_keys', key)
          else form.append('file', pixel(), name)
        const sent = await me.fetch('POST', '/api/v1/pdf_handler/convert/', { body: form })
        return { status: sent.status, body: await sent.json() }
      }
      const first = await me.settled('docs_core', (await merge(['a.png'], ['b.png'])).body.id)
      expect(first).toMatchObject({ status: 'completed', file_count: 2, filename: 'a.png' })
      const made = first.output?.s3_key ?? ''
      const mixed = await me.settled('docs_core', (await merge(['', made], ['c.png'], ['', made])).body.id)
      expect(mixed).toMatchObject({ status: 'completed', file_count: 3, filename: 'a.pdf' })
      const many = await merge(...Array.from({ length: 12 }, (): [string, string] => ['', made]))
      expect(await me.settled('docs_core', many.body.id)).toMatchObject({ file_count: 12 })
      expect((await merge(['', made], ['', 'uploads/nobody'])).body.code).toBe('not_found')
    })

    it.each([
      ['unsupported_target', ['a.md', 'x'], { target_format: 'exe' }],
      ['file_empty', ['a.md', ''], { target_format: 'html' }],
      ['file_missing', null, { target_format: 'html' }],
      ['invalid_options', ['a.md', 'x'], { target_format: 'html', options: '{"nonsense":1}' }],
      ['invalid_options', ['a.md', 'x'], { target_format: 'html', options: '[' }],
      ['invalid_request', ['a.md', 'x'], {}],
    ] as const)('refuses with %s', async (code, file, fields) => {
      const { body } = await anyone().send('/api/v1/pdf_handler/convert/', file && [...file], fields)
      expect(body.code).toBe(code)
    })

    it('converts once for an idempotency key', async () => {
      const me = await someone()
      const send = (content: string) =>
        me.send('/api/v1/pdf_handler/convert/', ['a.md', content], { target_format: 'html' }, 'the key')
      const [first, second] = [await send('# One'), await send('# One')]
      expect(second.body).toEqual(first.body)
      await me.settled('docs_core', first.body.id)
      expect((await me.call('GET', '/api/v1/conversion/')).body.count).toBe(1)
    })

    it('cannot stop what has finished', async () => {
      const me = await someone()
      const { id } = await me.document()
      expect((await me.call('POST', `/api/v1/conversion/${id}/cancel/`)).body.code).toBe('already_finished')
    })

    it('stops what has not finished', async () => {
      const me = await someone()
      // Far more of a document than can be typeset before the next request arrives; the mock goes
      // by its name.
      const long = Array.from({ length: 20_000 }, (_, i) => `## Part ${i}\n\nWords and words.`).join('\n\n')
      const sent = await me.send('/api/v1/pdf_handler/convert/', ['slow.md', long], { target_format: 'pdf' })
      const stopped = await me.call('POST', `/api/v1/conversion/${sent.body.id}/cancel/`)
      expect(stopped.body).toMatchObject({
        status: 'failed',
        error: { code: 'cancelled' },
        credits_charged: 0,
      })
      expect((await me.call('GET', `/api/v1/pdf_handler/${sent.body.id}/download/`)).body.code).toBe(
        'not_finished',
      )
      expect((await me.call('GET', '/api/v1/docs_core/credits/')).body.held).toBe(0)
    })
  })

  describe('history', () => {
    it('lists, filters, pages and removes', async () => {
      const me = await someone()
      const made = [
        await me.document('# A', {}),
        await me.document('# B', { target_format: 'txt' }),
        await me.document('# C'),
      ]
      const sent = await me.send('/api/v1/convert/image/convert/', ['dot.png', pixel()], {
        target_format: 'webp',
      })
      await me.settled('media_core', sent.body.id)
      const ids = async (query: string) =>
        (await me.call('GET', `/api/v1/conversion/${query}`)).body.results.map((r: Conversion) => r.id)
      const newestFirst = [sent.body.id, ...made.map(({ id }) => id).reverse()]
      expect(await ids('')).toEqual(newestFirst)
      expect(await ids('?sort_dir=asc')).toEqual(newestFirst.toReversed())
      expect(await ids('?family=image')).toEqual([sent.body.id])
      expect(await ids('?format=txt')).toEqual([made[1]?.id])
      expect(await ids('?q=DOT')).toEqual([sent.body.id])
      expect(await ids('?status=failed')).toEqual([])
      expect((await ids(`?ids=${made[0]?.id},${made[2]?.id}`)).sort()).toEqual(
        [made[0]?.id, made[2]?.id].sort(),
      )
      expect(await ids('?page=2&page_size=3')).toEqual(newestFirst.slice(3))

      const first = (await me.call('GET', '/api/v1/conversion/?page_size=3')).body
      expect(first).toMatchObject({ count: 4, count_exact: true, total_pages: 2, page: 1, page_size: 3 })
      const rest = (await me.call('GET', `/api/v1/conversion/?page_size=3&cursor=${first.next_cursor}`)).body
      expect([...first.results, ...rest.results].map((r: Conversion) => r.id)).toEqual(newestFirst)
      expect(rest.next_cursor).toBeNull()
      expect((await me.call('GET', '/api/v1/conversion/?cursor=nonsense')).body.code).toBe('invalid_request')

      const summary = async (query: string) =>
        (await me.call('GET', `/api/v1/conversion/summary/${query}`)).body
      const counts = (families: { family: string; count: number }[]) =>
        families.filter(({ count }) => count > 0).map(({ family, count }) => `${family} ${count}`)
      const whole = await summary('')
      expect(counts(whole.families)).toEqual(['document 3', 'image 1'])
      expect(whole).toMatchObject({ count: 4, count_exact: true, failed: 0 })
      const images = await summary('?family=image')
      expect(images.families, 'every family can still be chosen').toEqual(whole.families)
      expect(images.count).toBe(1)
      expect(images.credits_charged).toBeLessThan(whole.credits_charged)
      expect(counts((await summary('?format=txt')).families)).toEqual(['document 1'])
      expect(await (await me.fetch('GET', '/api/v1/conversion/export/?sort_dir=asc')).text()).toMatch(
        new RegExp(`^id,[^]*${newestFirst.toReversed().join('[^]*')}`),
      )

      expect((await me.call('GET', '/api/v1/pdf_handler/history/')).body.count).toBe(3)
      expect((await me.call('GET', '/api/v1/convert/image/history/')).body.count).toBe(1)
      expect((await anyone().call('GET', '/api/v1/convert/image/history/')).body.code).toBe('unauthenticated')

      expect((await me.call('DELETE', `/api/v1/conversion/${made[0]?.id}/`)).status).toBe(204)
      expect((await me.call('DELETE', `/api/v1/conversion/${made[0]?.id}/`)).body.code).toBe('not_found')
      expect(await ids('')).toEqual(newestFirst.filter((id) => id !== made[0]?.id))
    })

    it('shows nobody what is somebody else’s', async () => {
      const { id } = await (await someone()).document()
      for (const stranger of [await someone(), anyone()]) {
        for (const [method, path] of [
          ['GET', `/api/v1/conversion/${id}/`],
          ['DELETE', `/api/v1/conversion/${id}/`],
          ['POST', `/api/v1/conversion/${id}/cancel/`],
          ['GET', `/api/v1/pdf_handler/${id}/download/`],
          ['GET', '/api/v1/conversion/not-an-id/'],
        ] as const) {
          expect((await stranger.call(method, path)).body.code, `${method} ${path}`).toBe('not_found')
        }
        expect((await stranger.call('GET', `/api/v1/conversion/?ids=${id}`)).body.results).toEqual([])
      }
    })
  })

  describe('paths', () => {
    it('end with a slash: a GET is sent on, anything else is told', async () => {
      const { talker } = anyone()
      const sentOn = await talker.fetch('/api/v1/health?x=1')
      expect([sentOn.status, sentOn.headers.get('location')]).toEqual([301, '/api/v1/health/?x=1'])
      const told = (await (await talker.fetch('/api/v1/user/auth/login', { method: 'POST' })).json()) as {
        code: string
        detail: string
      }
      expect(told.code).toBe('missing_trailing_slash')
      expect(told.detail).toContain('/api/v1/user/auth/login/')
    })

    it('that are not there are said not to be', async () => {
      const response = await anyone().talker.fetch('/api/v1/nothing/')
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        404,
        'not_found',
      ])
    })
  })
}
