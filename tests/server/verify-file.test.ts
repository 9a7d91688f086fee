import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { checkFile } from '../../src/features/verify/check-file.ts'
import { type SignatureReport, verdictOf } from '../../src/features/verify/report.ts'
import { inCorpora } from '../corpora/files.ts'
import { pagesOf } from './engines/pdf-files.ts'
import { startAuthority } from './time-stamp-authority.ts'

/** What anybody's browser says of a sealed file, run here, where files can be sealed. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const SEALED_AT = new Date('2026-11-20T10:00:00Z')

let folder: string
let own: SealIdentity
let once: Buffer
const at = (name: string) => join(folder, name)
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const pages = async () => (await pagesOf(['One', 'Two', 'Three'])).save()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const { privateKey, certificate } = await makeIdentity('files.example', SEALED_AT)
  own = await identityOf(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }), [certificate])
  once = await sealed(await pages())
})
afterAll(() => rmSync(folder, { recursive: true }))

type Sign = (signed: Buffer) => Promise<Buffer> | Buffer
async function signedBy(file: Uint8Array, sign: Sign): Promise<Buffer> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const words = { name: 'Jörg (Ωmega)', reason: 'All < have > signed', at: SEALED_AT }
  const { bytes, from, to } = await reserveSignaturePlaceholder(file, document, words, 8192)
  const der = await sign(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]))
  bytes.write(der.toString('hex'), from + 1, 'latin1')
  return bytes
}
const sealed = (file: Uint8Array, identity = own, stampTime: StampTime | null = null) =>
  signedBy(file, (signed) => signDigest(identity, createHash('sha256').update(signed).digest(), stampTime))

async function told(file: Uint8Array): Promise<SignatureReport[]> {
  const report = await checkFile(new Blob([Uint8Array.from(file)]))
  if (report.kind !== 'signed') throw new Error(`is ${report.kind}`)
  return report.signatures
}
const one = async (file: Uint8Array): Promise<SignatureReport> => {
  const signatures = await told(file)
  expect(signatures).toHaveLength(1)
  return signatures[0] as SignatureReport
}
/** With other words of the same length in a place. */
function replaced(file: Buffer, words: string | RegExp, others: (found: string) => string): Buffer {
  const text = file.toString('latin1')
  const [found] = text.match(words) ?? []
  if (!found) throw new Error(`there is no ${words}`)
  return Buffer.from(text.replace(words, others), 'latin1')
}

describe('a sealed file', () => {
  it('is told of with the hash of all its bytes, however many slices that takes', async () => {
    const large = Buffer.concat([once, Buffer.alloc(5_000_000, 'x')])
    for (const file of [once, large]) {
      const report = await checkFile(new Blob([Uint8Array.from(file)]))
      expect(report).toMatchObject({ kind: 'signed', sha256: hashOf(file) })
    }
  })

  it('is whole, and says who sealed it, and when', async () => {
    const report = await one(once)
    expect(report).toMatchObject({
      verdict: 'whole',
      why: null,
      kind: 'signature',
      addedBytes: 0,
      coveredBy: null,
      signedAt: SEALED_AT.getTime(),
      stamp: null,
      validThen: true,
      digest: 'SHA-256',
      algorithm: 'ECDSA',
      signer: {
        name: 'files.example',
        issuer: 'files.example',
        selfIssued: true,
        fingerprint: createHash('sha256').update(derOf(own.chain[0])).digest('hex'),
      },
    })
  })

  it('is never whole with one bit changed, at fifty places all over it', async () => {
    const before = await one(once)
    const from = once.indexOf('<', once.indexOf('/SubFilter')) + 1
    const room = { from, to: once.indexOf('>', from) }
    for (let place = 0; place < 50; place++) {
      const where = Math.floor(((place + 0.5) * once.length) / 50)
      const changed = Buffer.from(once)
      changed[where] = (changed[where] ?? 0) ^ 1
      const report = await checkFile(new Blob([changed]))
      const verdict = report.kind === 'signed' ? verdictOf(report.signatures) : report.kind
      // The wrapping of a signature is not signed: there, a bit may mean nothing.
      if (verdict === 'whole' && where > room.from && where < room.to)
        expect(report).toEqual({ kind: 'signed', signatures: [before], sha256: hashOf(changed) })
      else expect(['changed', 'unclear', 'unsigned', 'not-pdf'], `byte ${where}`).toContain(verdict)
    }
  })

  it('is not whole with a bit changed in the signature, unless that bit says nothing', async () => {
    const before = await one(once)
    const from = once.indexOf('<', once.indexOf('/SubFilter')) + 1
    const length = once.indexOf('0'.repeat(64), from) - from
    expect(length).toBeGreaterThan(1000)
    let still = 0
    for (let place = 0; place < length; place += 3) {
      const changed = Buffer.from(once)
      changed[from + place] = (changed[from + place] ?? 0) ^ 1
      const report = await one(changed)
      if (report.verdict !== 'whole') continue
      still += 1
      expect(report, `digit ${place}`).toEqual(before)
    }
    expect(still).toBeLessThan(length / 3 / 20)
  })

  it('may be added to, which is told, by how much and how often', async () => {
    const behind = Buffer.from('\n%more\nstartxref\n0\n%%EOF\n')
    expect(await one(Buffer.concat([once, behind]))).toMatchObject({
      verdict: 'added',
      addedBytes: behind.length,
      addedRevisions: 1,
      coveredBy: null,
    })
  })

  it('may be sealed again: the second seal covers what came after the first', async () => {
    const twice = await sealed(once)
    const [first, second] = await told(twice)
    expect(first).toMatchObject({ verdict: 'added', addedBytes: twice.length - once.length, coveredBy: 2 })
    expect(second).toMatchObject({ verdict: 'whole', coveredBy: null })
    const changed = Buffer.from(twice)
    changed[twice.length - 40] = (changed[twice.length - 40] ?? 0) ^ 1
    const [still, broken] = await told(changed)
    expect(still, 'nobody covers it any more').toMatchObject({ verdict: 'added', coveredBy: null })
    expect(broken).toMatchObject({ verdict: 'changed', why: 'digest' })
  })

  it('may be a form, or laid out in other ways', async () => {
    for (const name of inCorpora(
      'pdf/form-fields-and-annotations.pdf',
      'pdf/fields-two-pages.pdf',
      'pdf/page-labels-and-outlines.pdf',
    ))
      expect(await one(await sealed(readFileSync(name))), name).toMatchObject({
        verdict: 'whole',
      })
  })

  it('is read in slices, and tells how far it is', async () => {
    const filler = Buffer.concat([await pages(), Buffer.from(`\n%${'x'.repeat(9_000_000)}\n`)])
    const file = await signedBy(filler, (signed) =>
      signDigest(own, createHash('sha256').update(signed).digest(), null),
    )
    const steps: number[] = []
    const report = await checkFile(new Blob([Uint8Array.from(file)]), (done) => steps.push(done))
    expect(report).toMatchObject({ kind: 'signed', signatures: [{ verdict: 'whole' }] })
    expect(steps.length).toBeGreaterThan(4)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(1)
  })
})

describe('what somebody does to a signature', () => {
  it('its ranges must be all of the file but its own digits', async () => {
    const ranges = /\/ByteRange \[ 0 (\d+) (\d+) (\d+) \] */
    const numbers = once.toString('latin1').match(ranges)?.slice(1).map(Number) as [number, number, number]
    const [from, to, rest] = numbers
    for (const said of [
      [1, from - 1, to, rest],
      [0, from - 1, to, rest],
      [0, from, to + 1, rest - 1],
      [0, from, to - 1, rest + 1],
      [0, from, to, rest + 9],
      [0, from, to, -1],
      [0, to, to, rest],
      [0, from, to],
      [0, from, to, 5, to + 9, rest - 9],
    ]) {
      const changed = replaced(once, ranges, (found) => `/ByteRange [${said.join(' ')}]`.padEnd(found.length))
      expect(await one(changed), said.join(' ')).toMatchObject({ verdict: 'unclear', why: 'form' })
    }
  })

  it('another range beside it, or no digits where they should be, is no signature that counts', async () => {
    const second = replaced(once, '/Reason', () => '/Filter')
    expect(await one(second), 'a key that stands twice').toMatchObject({ verdict: 'unclear', why: 'form' })
    const unnamed = replaced(once, /\/Contents(?= <0*[1-9a-f])/, () => '/Kontents')
    expect(await one(unnamed)).toMatchObject({ verdict: 'unclear', why: 'form' })
    const nowhere = replaced(once, '/ByteRange', () => '/ByteRrnge')
    expect(await one(nowhere), 'a signature without ranges').toMatchObject({
      verdict: 'unclear',
      why: 'form',
    })
    const padded = replaced(once, /0{20}>/, () => `${'0'.repeat(18)}11>`)
    expect(await one(padded), 'more in the room than the signature').toMatchObject({ why: 'contents' })
  })

  it('another’s certificate with it is told, and so is one of another’s words', async () => {
    const { privateKey, certificate } = await makeIdentity('files.example', SEALED_AT)
    certificate.serialNumber = own.chain[0].serialNumber
    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
    const other = await identityOf(key, [certificate])
    const mixed: SealIdentity = { key: other.key, chain: own.chain }
    expect(await one(await sealed(await pages(), mixed))).toMatchObject({
      verdict: 'changed',
      why: 'signature',
    })
    const wrong = await signedBy(await pages(), () =>
      signDigest(own, createHash('sha256').update('other words').digest(), null),
    )
    expect(await one(wrong)).toMatchObject({ verdict: 'changed', why: 'digest' })
  })

  it('a certificate that was not valid yet is told', async () => {
    const { privateKey, certificate } = await makeIdentity('later', new Date('2027-05-01'))
    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
    const later = await identityOf(key, [certificate])
    expect(await one(await sealed(await pages(), later))).toMatchObject({
      verdict: 'whole',
      validThen: false,
    })
  })

  it('words about signatures on a page are none', async () => {
    const page = '/ByteRange [0 1 2 3] /Type /Sig /SubFilter /ETSI.CAdES.detached /Contents <00>'
    const file = `%PDF-1.4\n1 0 obj\n<< /Length ${page.length} >>\nstream\n${page}\nendstream\nendobj\nstartxref\n0\n%%EOF\n`
    expect(await checkFile(new Blob([file]))).toEqual({ kind: 'unsigned' })
  })

  it('files without any, and what is no PDF or was cut off, are what they are', async () => {
    expect(await checkFile(new Blob([Uint8Array.from(await pages())]))).toEqual({ kind: 'unsigned' })
    expect(await checkFile(new Blob(['# words']))).toEqual({ kind: 'not-pdf' })
    expect(await checkFile(new Blob([]))).toEqual({ kind: 'not-pdf' })
    expect(await checkFile(new Blob(['%PDF-1.7\n1 0 obj\n<<']))).toEqual({ kind: 'damaged' })
  })
})

describe.runIf(hasOpenssl)('signatures of other programs', () => {
  const make = (name: string, ...kind: string[]) =>
    openssl(
      'req',
      '-x509',
      ...kind,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/O=Häuser/CN=${name}`,
      '-utf8',
      '-days',
      '2',
    )
  const cms =
    (name: string, ...more: string[]): Sign =>
    (signed) => {
      writeFileSync(at('signed'), signed)
      return openssl(
        'cms',
        '-sign',
        '-binary',
        '-in',
        'signed',
        '-signer',
        `${name}.pem`,
        '-inkey',
        `${name}.key`,
        '-outform',
        'DER',
        ...more,
      )
    }
  beforeAll(() => {
    make('rsa', '-newkey', 'rsa:2048')
    make('short', '-newkey', 'rsa:1024')
    make('ec', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384')
    make('odd', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1')
  })

  it.each([
    ['rsa', 'RSA', 'SHA-256', ['-md', 'sha256', '-cades']],
    ['rsa', 'RSA', 'SHA-512', ['-md', 'sha512', '-cades']],
    ['rsa', 'RSA', 'SHA-256', ['-md', 'sha256', '-cades', '-keyopt', 'rsa_padding_mode:pss']],
    ['ec', 'ECDSA', 'SHA-384', ['-md', 'sha384', '-cades']],
  ])('%s: %s with %s is checked', async (name, algorithm, digest, options) => {
    const file = await signedBy(await pages(), cms(name, ...options))
    expect(await one(file)).toMatchObject({
      verdict: 'whole',
      algorithm,
      digest,
      signer: { name, organisation: 'Häuser' },
    })
    const changed = Buffer.from(file)
    changed[200] = (changed[200] ?? 0) ^ 4
    expect(await one(changed)).toMatchObject({ verdict: 'changed', why: 'digest' })
  })

  it('older ones, which name no certificate in what they sign, are told when by their own clock', async () => {
    const signed = await signedBy(await pages(), cms('rsa', '-md', 'sha256'))
    expect(await one(signed), 'it says that it is CAdES, and is not').toMatchObject({ why: 'contents' })
    const older = await signedAs('adbe.pkcs7.detached', cms('rsa', '-md', 'sha256'))
    const report = await one(older)
    expect(report).toMatchObject({ verdict: 'whole', validThen: true })
    expect(Math.abs((report.signedAt ?? 0) - Date.now())).toBeLessThan(600_000)
  })
  async function signedAs(kind: string, sign: Sign): Promise<Buffer> {
    const bytes = await signedBy(await pages(), () => Buffer.alloc(0))
    const other = replaced(bytes, '/ETSI.CAdES.detached', (found) => `/${kind}`.padEnd(found.length))
    const from = other.indexOf('/Contents <') + '/Contents '.length
    const to = other.indexOf('>', from) + 1
    const der = await sign(Buffer.concat([other.subarray(0, from), other.subarray(to)]))
    other.write(der.toString('hex'), from + 1, 'latin1')
    return other
  }

  it('those that anybody could forge, or that are not known here, are not told to be good', async () => {
    expect(await one(await signedBy(await pages(), cms('rsa', '-md', 'sha1', '-cades')))).toMatchObject({
      verdict: 'unclear',
      why: 'weak',
    })
    expect(await one(await signedBy(await pages(), cms('short', '-md', 'sha256', '-cades')))).toMatchObject({
      verdict: 'unclear',
      why: 'weak',
    })
    expect(await one(await signedBy(await pages(), cms('odd', '-md', 'sha256', '-cades')))).toMatchObject({
      verdict: 'unclear',
      why: 'kind',
    })
    expect(await one(await signedAs('adbe.pkcs7.sha1', cms('rsa')))).toMatchObject({ why: 'kind' })
  })

  it('an operator’s own key is named as it is', async () => {
    openssl('pkcs12', '-export', '-inkey', 'ec.key', '-in', 'ec.pem', '-out', 'k.p12', '-passout', 'pass:x')
    const identity = await readPkcs12(readFileSync(at('k.p12')), 'x')
    expect((await one(await sealed(await pages(), identity))).signer).toMatchObject({ name: 'ec' })
  })

  it('an authority’s time counts where it is about this signature', async () => {
    const authority = await startAuthority(folder)
    try {
      const stampTime = timeStamper(authority.url)
      const report = await one(await sealed(await pages(), own, stampTime))
      expect(report).toMatchObject({ verdict: 'whole', stamp: { authority: 'Clock', why: null } })
      expect(Math.abs((report.stamp?.at ?? 0) - Date.now())).toBeLessThan(600_000)

      const elsewhere = await stampTime(new Uint8Array(64))
      const borrowed = await one(await sealed(await pages(), own, async () => elsewhere))
      expect(borrowed).toMatchObject({ verdict: 'whole', stamp: { why: 'digest' } })
    } finally {
      authority.close()
    }
  })
})
