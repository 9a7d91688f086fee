import { describe, expect, it } from 'vitest'
import { type Callers, pixel } from './caller.ts'

/** What an account is told of what it used, by the server and by the mock alike. */
export function usageSuite({ anyone, someone }: Callers) {
  describe('a sample', () => {
    it('is converted for an account alone, and costs nothing', async () => {
      const path = '/api/v1/conversion/sample/image/'
      expect((await anyone().call('POST', path)).status).toBe(401)
      const me = await someone()
      const before = (await me.call('GET', '/api/v1/docs_core/credits/')).body.remaining
      const { status, body } = await me.call('POST', path)
      expect(status).toBe(202)
      const done = await me.settled('media_core', body.id)
      expect(done).toMatchObject({ filename: 'harbor.jpg', target_format: 'avif', credits_quoted: 0 })
      expect((await me.call('GET', '/api/v1/docs_core/credits/')).body.remaining).toBe(before)
      expect((await me.call('POST', '/api/v1/conversion/sample/song/')).status).toBe(404)
    })
  })

  describe('the session', () => {
    it('names who is signed in, and nobody for a guest', async () => {
      const path = '/api/v1/user/auth/session/'
      expect(await anyone().call('GET', path)).toMatchObject({ status: 200, body: { user: null } })
      const me = await someone()
      const { user } = (await me.call('GET', path)).body
      expect(user).toEqual((await me.call('GET', '/api/v1/user/me/')).body)
    })
  })

  describe('usage', () => {
    it('adds up what was done, and what it cost', async () => {
      const me = await someone()
      const document = await me.document()
      const sent = await me.send('/api/v1/convert/image/convert/', ['dot.png', pixel()], {
        target_format: 'webp',
      })
      const image = await me.settled('media_core', sent.body.id)
      const credits = (document.credits_charged ?? 0) + (image.credits_charged ?? 0)
      const figures = { conversions: 2, completed: 2, failed: 0, cancelled: 0, credits }

      const { body } = await me.call('GET', '/api/v1/user/usage/summary/?time_zone=Pacific/Auckland')
      expect(body).toMatchObject({
        time_zone: 'Pacific/Auckland',
        month: figures,
        all_time: { conversions: 2, completed: 2, failed: 0, cancelled: 0 },
      })
      expect(body.credits).toMatchObject({ charged: credits, held: 0 })
      expect(body.credits.granted).toBe(body.credits.remaining + credits)
      expect(body.forecast, 'an hour says nothing of a month').toMatchObject({
        basis_days: 0,
        credits_per_day: null,
        credits_at_month_end: null,
        credits_last_until: null,
      })
      const kept = [document, image].map(({ family, size_bytes, output }) => ({
        family,
        originals_bytes: size_bytes,
        results_bytes: output?.size_bytes,
      }))
      expect(body.storage.families).toEqual(expect.arrayContaining(kept))
      expect(body.storage).toMatchObject({ files: 4, leaving_bytes: 0 })

      const trend = (await me.call('GET', '/api/v1/user/usage/trend/')).body
      expect(trend).toMatchObject({ step: 'day', family: null, total: figures })
      expect(trend.rows).toHaveLength(30)
      expect(trend.rows.at(-1)).toMatchObject({
        date: trend.to,
        families: { document: 1, image: 1, font: 0 },
        ...figures,
        previous: { conversions: 0 },
      })
      const images = (await me.call('GET', '/api/v1/user/usage/trend/?days=365&family=image')).body
      expect(images).toMatchObject({ step: 'week', family: 'image' })
      expect(images.total).toMatchObject({ conversions: 1, families: { document: 1, image: 1 } })
      expect(images.rows).toHaveLength(52)

      const recent = async (query: string) =>
        (await me.call('GET', `/api/v1/user/usage/recent-conversions/?${query}`)).body
      const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)
      const first = await recent('page_size=1')
      expect(first).toMatchObject({ count: 2, count_exact: true, total_pages: 2, page: 1, page_size: 1 })
      expect(ids(first)).toEqual([image.id])
      expect(ids(await recent(`page_size=1&cursor=${first.next_cursor}`))).toEqual([document.id])
      expect(ids(await recent('page_size=1&page=2'))).toEqual([document.id])
      expect(ids(await recent('sort_dir=asc'))).toEqual([document.id, image.id])
    })

    it('tells all of one conversion, to whom it belongs', async () => {
      const me = await someone()
      const done = await me.document()
      const path = `/api/v1/user/usage/conversions/${done.id}/`
      const { body } = await me.call('GET', path)
      expect(body).toMatchObject({ ...done, attempts: 1 })
      const price = done.credits_quoted
      expect(body.ledger).toMatchObject([
        { kind: 'hold', amount: -price },
        { kind: 'settle', amount: 0 },
      ])
      expect(body.timeline.map(({ event }: { event: string }) => event)).toEqual([
        'accepted',
        'started',
        'completed',
        'expires',
      ])
      expect((await (await someone()).call('GET', path)).body.code).toBe('not_found')
      expect((await anyone().call('GET', path)).body.code).toBe('unauthenticated')
    })

    it('has one plan, and is for accounts alone', async () => {
      const { plans } = (await (await someone()).call('GET', '/api/v1/user/usage/')).body
      expect(plans).toMatchObject([{ code: 'free', is_current: true, credits_period: 'once' }])
      for (const path of ['', 'summary/', 'trend/', 'recent-conversions/'])
        expect((await anyone().call('GET', `/api/v1/user/usage/${path}`)).body.code).toBe('unauthenticated')
    })

    it.each([
      ['trend/?days=31', 'days'],
      ['trend/?family=paper', 'family'],
      ['trend/?time_zone=Moon/Crater', 'time_zone'],
      ['summary/?time_zone=%2B05:30', 'time_zone'],
      ['recent-conversions/?page_size=101', 'page_size'],
      ['recent-conversions/?cursor=here', 'cursor'],
    ])('refuses %s', async (path, field) => {
      const { body } = await (await someone()).call('GET', `/api/v1/user/usage/${path}`)
      expect(body).toMatchObject({ code: 'invalid_request', errors: [{ path: field }] })
    })
  })
}
