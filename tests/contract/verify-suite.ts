import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Callers } from './caller.ts'

/** What anybody is told of the instance's seal, by the server and by the mock alike. */
export function verifySuite({ anyone, someone }: Callers) {
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
}
