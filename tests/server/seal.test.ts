import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derOf, type SealIdentity, type StampTime, signDigest } from '../../server/adapters/seal/cms.ts'
import { identityOf } from '../../server/adapters/seal/identity.ts'
import { makeIdentity } from '../../server/adapters/seal/own-certificate.ts'
import { readPkcs12 } from '../../server/adapters/seal/pkcs12.ts'
import { timeStamper } from '../../server/adapters/seal/time-stamp.ts'
import { reserveSignaturePlaceholder } from '../../server/engines/families/pdf/seal/reserve-placeholder.ts'
import { inCorpora } from '../corpora/files.ts'
import { hasQpdf, pagesOf, said } from './engines/pdf-files.ts'

const hasPdfsig = existsSync('/usr/bin/pdfsig')
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const ROOM = 16_384

let folder: string
let own: SealIdentity
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seal-'))
  const { privateKey, certificate } = await makeIdentity('files.example', new Date())
  own = await identityOf(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }), [certificate])
})
afterAll(() => rmSync(folder, { recursive: true }))

async function sealed(file: Uint8Array, identity = own, stampTime: StampTime | null = null): Promise<Buffer> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const words = { name: 'Jörg Ωmega', reason: 'Signed by all', at: new Date() }
  const { bytes, from, to } = await reserveSignaturePlaceholder(file, document, words, ROOM)
  const digest = createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest()
  bytes.write((await signDigest(identity, digest, stampTime)).toString('hex'), from + 1, 'latin1')
  return bytes
}
const three = async () => (await pagesOf(['One', 'Two', 'Three'])).save()

function judged(bytes: Buffer): string {
  writeFileSync(at('sealed.pdf'), bytes)
  return said('pdfsig', '-nocert', at('sealed.pdf'))
}

describe.runIf(hasPdfsig)('a sealed file', () => {
  it('is valid and signed whole, and the file before is its beginning', async () => {
    const file = await three()
    const bytes = await sealed(file)
    const said = judged(bytes)
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
    expect(said).toContain('ETSI.CAdES.detached')
    expect(said).toContain('files.example')
    expect(bytes.subarray(0, file.length).equals(file)).toBe(true)
    if (hasQpdf) expect(spawnSync('qpdf', ['--check', at('sealed.pdf')]).status).toBe(0)
  })

  it('is not any more with one byte changed, wherever, or something written behind it', async () => {
    const bytes = await sealed(await three())
    for (const place of [40, 400, bytes.length - 60]) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(judged(changed), `byte ${place}`).not.toContain('Signature is Valid')
    }
    expect(judged(Buffer.concat([bytes, Buffer.from('\n%more\n')]))).toContain('Not total document signed')
  })

  it('may be a form, or laid out in other ways', async () => {
    for (const name of inCorpora(
      'pdf/form-fields-and-annotations.pdf',
      'pdf/fields-two-pages.pdf',
      'pdf/page-labels-and-outlines.pdf',
    )) {
      const said = judged(await sealed(readFileSync(name)))
      expect(said, name).toContain('Signature is Valid')
      expect(said, name).toContain('Total document signed')
    }
  })

  it('may be sealed again, under another name', async () => {
    const said = judged(await sealed(await sealed(await three())))
    expect(said.match(/Signature is Valid/g)).toHaveLength(2)
    expect(said).toMatch(/Seal 1[\s\S]*Seal 2/)
  })
})

describe.runIf(hasOpenssl)('the signature', () => {
  it('is CAdES for another program, with the certificate alone', async () => {
    const data = randomBytes(1000)
    writeFileSync(at('data'), data)
    writeFileSync(at('own.der'), derOf(own.chain[0]))
    writeFileSync(at('cms.der'), await signDigest(own, createHash('sha256').update(data).digest(), null))
    openssl('x509', '-inform', 'DER', '-in', 'own.der', '-out', 'own.pem')
    const verify = [
      'cms',
      '-verify',
      '-cades',
      '-inform',
      'DER',
      '-in',
      'cms.der',
      '-binary',
      '-CAfile',
      'own.pem',
    ]
    expect(() => openssl(...verify, '-content', 'data', '-purpose', 'any')).not.toThrow()
    writeFileSync(at('data'), randomBytes(1000))
    expect(() => openssl(...verify, '-content', 'data', '-purpose', 'any')).toThrow()
  })

  it.each(['rsa', 'ec'])('is made with an operator’s own key: %s, in PKCS#12', async (kind) => {
    const key =
      kind === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']
    openssl(
      'req',
      '-x509',
      ...key,
      '-nodes',
      '-keyout',
      'k.pem',
      '-out',
      'c.pem',
      '-subj',
      '/CN=Ours',
      '-days',
      '2',
    )
    openssl(
      'pkcs12',
      '-export',
      '-inkey',
      'k.pem',
      '-in',
      'c.pem',
      '-out',
      'k.p12',
      '-passout',
      'pass:grün 1',
    )
    const identity = await readPkcs12(readFileSync(at('k.p12')), 'grün 1')
    if (hasPdfsig)
      expect(judged(await sealed(await three(), identity))).toMatch(/Ours[\s\S]*Signature is Valid/)
    await expect(readPkcs12(readFileSync(at('k.p12')), 'wrong')).rejects.toThrow(/cannot be opened/)
    await expect(readPkcs12(randomBytes(500), 'wrong')).rejects.toThrow(/cannot be opened/)
  })

  it('has the time of an authority, which is asked about this signature alone', async () => {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      't.key',
      '-out',
      't.pem',
      '-subj',
      '/CN=Clock',
      '-addext',
      'extendedKeyUsage=critical,timeStamping',
      '-days',
      '2',
    )
    writeFileSync(at('serial'), '01\n')
    writeFileSync(
      at('tsa.cnf'),
      `[tsa]\ndefault_tsa = t\n[t]\nserial = ${at('serial')}\nsigner_cert = ${at('t.pem')}\nsigner_key = ${at('t.key')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\n`,
    )
    let stale: Buffer | null = null
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        writeFileSync(at('query'), Buffer.concat(parts))
        const made = openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query')
        response.end(stale ?? made)
        stale ??= request.url === '/stale' ? made : null
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as { port: number }
    try {
      const said = judged(await sealed(await three(), own, timeStamper(`http://127.0.0.1:${port}/`)))
      if (hasPdfsig) expect(said).toContain('Signature is Valid')
      expect(readFileSync(at('sealed.pdf'), 'latin1')).toContain(
        // id-aa-timeStampToken, as it stands in the signature's digits.
        '060b2a864886f70d010910020e',
      )
      const stuck = timeStamper(`http://127.0.0.1:${port}/stale`)
      await stuck(randomBytes(64))
      await expect(stuck(randomBytes(64))).rejects.toThrow(/something else/)
    } finally {
      server.close()
    }
  })
})
