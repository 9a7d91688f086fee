import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Callers, Target } from './caller.ts'
import { person, signingDesk } from './signing-desk.ts'

const VERIFY = '/api/v1/pdf_handler/signing/verify/'

/** What anybody is told of the instance's seal, by the server and by the mock alike. */
export function verifySuite({ anyone, someone }: Callers, target: Target) {
  const { session, linkOf, signs, settled } = signingDesk(target)

  describe('the seal', () => {
    it('is told to anybody, and is that of its certificate', async () => {
      const { status, body } = await anyone().call('GET', '/api/v1/pdf_handler/signing/seal/')
      expect(status).toBe(200)
      const der = Buffer.from(body.certificates[0], 'base64')
      const certificate = new X509Certificate(der)
      expect(body).toMatchObject({
        name: certificate.toLegacyObject().subject.CN,
        fingerprint_sha256: createHash('sha256').update(der).digest('hex'),
        valid_from: new Date(certificate.validFrom).toISOString(),
        valid_until: new Date(certificate.validTo).toISOString(),
        time_stamps: false,
      })
      const me = await someone()
      expect((await me.call('GET', '/api/v1/pdf_handler/signing/seal/')).body).toEqual(body)
    })
  })

  describe('a file that may have been sealed here', () => {
    it('is known by its hash for as long as its session is, and of nobody who signed is anything told', async () => {
      const me = await someone()
      const people = [person(), person()]
      const { at, one: made } = await session(me, people, { title: 'A lease of theirs' })
      for (const one of people) await signs(anyone(), await linkOf(one))
      const { result, ended_at } = await settled(me, at)
      const ask = (sha256: unknown) => anyone().call('POST', VERIFY, { sha256 })
      const { status, body } = await ask(result?.sha256)
      expect(status).toBe(200)
      const log = (await me.call('GET', `${at}log/`)).body
      const end = log.rows.findLast(({ event }: { event: string }) => event === 'acted')
      expect(body).toEqual({
        sealed: {
          session_id: made.id,
          sealed_at: ended_at,
          acted: 2,
          time_stamped: false,
          log: { intact: true, as_certified: true, number: end.number, hash: end.hash },
        },
      })
      expect((await ask(result?.sha256.toUpperCase())).body).toEqual(body)
      expect((await ask(made.document.sha256)).body, 'what was signed is not what was sealed').toEqual({
        sealed: null,
      })
      expect((await ask('0'.repeat(64))).body).toEqual({ sealed: null })
      for (const wrong of [undefined, '', '0'.repeat(63), `${'0'.repeat(63)}g`, ['0'.repeat(64)]])
        expect((await ask(wrong)).body.code).toBe('invalid_request')
      for (const [type, code] of [
        ['application/json', 'malformed_body'],
        ['application/xml', 'unsupported_media_type'],
      ] as const) {
        const sent = await anyone().fetch('POST', VERIFY, { headers: { 'content-type': type }, body: '{' })
        expect(((await sent.json()) as { code: string }).code).toBe(code)
      }
      expect((await me.call('DELETE', at)).status).toBe(204)
      expect((await ask(result?.sha256)).body).toEqual({ sealed: null })
    })
  })
}
