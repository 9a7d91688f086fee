import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

// Signed by OpenSSL, which is neither what reads here nor what seals PDFs.

const shop = new EngineHarness()
const keys: Record<string, { key: string; cert: string }> = {}
beforeAll(async () => {
  await shop.open()
  for (const [name, ...kind] of [
    ['rsa', 'rsa:2048'],
    ['ec', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ]) {
    const [key, cert] = [shop.file('key.pem', ''), shop.file('cert.pem', '')]
    const subject = [
      '-subj',
      '/C=IT/O=Esempio, S.p.A./CN=Ada Rossi',
      '-days',
      '2',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
    ]
    execFileSync('openssl', ['req', '-x509', '-newkey', ...kind, ...subject], { stdio: 'ignore' })
    keys[name ?? ''] = { key, cert }
  }
})
afterAll(() => shop.close())

function sign(
  content: string | Uint8Array,
  { form = 'DER', kind = 'rsa', detached = false, more = [] as string[] } = {},
): Buffer {
  const input = shop.file('content', content)
  const { key = '', cert = '' } = keys[kind] ?? {}
  const how = [...(detached ? [] : ['-nodetach']), '-binary', '-outform', form, ...more]
  return execFileSync('openssl', ['cms', '-sign', '-in', input, '-signer', cert, '-inkey', key, ...how], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e9,
  })
}

const p7m = (bytes: string | Uint8Array) => shop.file('a.p7m', bytes)
const pdf = async () =>
  readFileSync((await shop.convert(shop.file('a.md', '# Signed harbour\n'), 'pdf')).path)
const reportOf = async (bytes: string | Uint8Array) =>
  JSON.parse(readFileSync((await shop.convert(p7m(bytes), 'json')).path, 'utf8'))

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<Fattura><Numero>7</Numero></Fattura>\n'

describe('a signed container', () => {
  it.each([
    ['DER', { form: 'DER' }],
    ['PEM', { form: 'PEM' }],
    ['DER with an elliptic curve', { kind: 'ec' }],
    ['DER of indefinite length', { more: ['-stream'] }],
    ['with SHA-512', { more: ['-md', 'sha512'] }],
    ['with a key identifier', { more: ['-keyid'] }],
    ['without signed attributes', { more: ['-noattr'] }],
  ])('in %s gives back its content, and a report that holds', async (_, how) => {
    const content = await pdf()
    const signed = sign(content, how)
    const { path, warnings } = await shop.convert(p7m(signed), 'pdf')
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(warnings).toEqual([])
    const report = await reportOf(signed)
    expect(report.content).toEqual({
      included: true,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    const attributes = !('more' in how) || !how.more.includes('-noattr')
    expect(report.signatures).toEqual([
      expect.objectContaining({
        signer: expect.objectContaining({ subject: 'C=IT, O=Esempio\\, S.p.A., CN=Ada Rossi' }),
        signature_holds: true,
        digest_holds: attributes ? true : null,
        signing_time: attributes ? expect.stringMatching(/^\d{4}-\d\d-\d\dT/) : null,
      }),
    ])
    expect(report.note).toMatch(/trusted, valid or revoked was not checked/)
  })

  it('inside another is opened, too, and in base64', async () => {
    const content = await pdf()
    const twice = sign(sign(content), { kind: 'ec' })
    const { path } = await shop.convert(p7m(twice.toString('base64').replace(/.{64}/g, '$&\n')), 'pdf')
    expect(readFileSync(path).equals(content)).toBe(true)
    const report = await reportOf(twice)
    expect(report.envelopes).toBe(2)
    expect(
      report.signatures.map(({ envelope, signature_holds }: Record<string, unknown>) => [
        envelope,
        signature_holds,
      ]),
    ).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('becomes what its content can become', async () => {
    const text = await shop.convert(p7m(sign(await pdf())), 'txt')
    expect(readFileSync(text.path, 'utf8')).toContain('Signed harbour')
    const docx = await shop.convert(shop.file('a.md', '# A letter\n'), 'docx')
    const made = await shop.convert(p7m(sign(readFileSync(docx.path))), 'pdf')
    expect(readFileSync(made.path).subarray(0, 5).toString()).toBe('%PDF-')
    const mail = sign('Content-Type: text/plain; charset=utf-8\r\n\r\nWords of a mail\r\n')
    const page = await shop.convert(p7m(mail), 'html')
    expect(readFileSync(page.path, 'utf8')).toContain('Words of a mail')
  })

  it('with XML says so, and gives the XML as it is, and as text', async () => {
    const signed = sign(XML)
    for (const target of ['xml', 'txt'])
      expect(readFileSync((await shop.convert(p7m(signed), target)).path, 'utf8')).toBe(XML)
    const failure = await failureOf(shop.convert(p7m(signed), 'pdf'))
    expect(failure).toMatchObject({
      code: 'source_unsupported',
      message: 'The file holds an XML file. It can’t become PDF. Choose XML as the target.',
    })
  })

  it('that was changed is converted with a warning, and the report says what does not hold', async () => {
    const signed = sign(XML)
    signed[signed.indexOf('<Numero>7') + 8] = 0x38
    const { path, warnings } = await shop.convert(p7m(signed), 'txt')
    expect(readFileSync(path, 'utf8')).toContain('<Numero>8')
    expect(warnings).toEqual([expect.stringMatching(/^1 signature does not match the content/)])
    expect((await reportOf(signed)).signatures[0]).toMatchObject({
      digest_holds: false,
      signature_holds: null,
    })
  })

  it('whose signature was changed says that it does not hold', async () => {
    const signed = sign(XML)
    signed[signed.length - 9] = (signed[signed.length - 9] ?? 0) ^ 0xff
    expect((await reportOf(signed)).signatures[0]).toMatchObject({
      digest_holds: true,
      signature_holds: false,
    })
  })

  it('without its content says so, and still has a report', async () => {
    const signed = sign(XML, { detached: true })
    const failure = await failureOf(shop.convert(p7m(signed), 'pdf'))
    expect(failure.message).toMatch(/^The file holds a signature only/)
    expect(await reportOf(signed)).toMatchObject({
      content: { included: false },
      signatures: [{ digest_holds: null, signature_holds: null }],
    })
  })

  it('is known by its bytes', async () => {
    const format = async (name: string, bytes: string | Uint8Array) =>
      (await shop.engines.detect({ path: shop.file(name, bytes), filename: name }))?.format
    expect(await format('a.p7m', sign(XML))).toBe('p7m')
    expect(await format('invoice.xml', sign(XML, { form: 'PEM' }))).toBe('p7m')
    expect(await format('a.p7m', 'words')).not.toBe('p7m')
  })
})

describe('hostile containers', () => {
  const refused = async (bytes: Uint8Array, target = 'pdf') => {
    const failure = await failureOf(shop.convert(p7m(bytes), target, {}, { format: 'p7m' }))
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
    return failure.code
  }

  it('cut short anywhere end with a sentence', async () => {
    const signed = sign(XML)
    for (let end = 30; end < signed.length - 1; end += 89)
      expect(await refused(signed.subarray(0, end))).toBe('source_damaged')
  })

  it('with lying lengths and deep nesting are damaged', async () => {
    const signed = Buffer.from(sign(XML))
    signed.writeUInt8(0x84, 1)
    expect(await refused(signed)).toMatch(/^source_/)
    const deep = Buffer.concat([
      sign(XML).subarray(0, 40),
      Buffer.alloc(200_000, 0x30),
      Buffer.alloc(200_000, 0x80),
    ])
    expect(await refused(deep)).toMatch(/^source_|engine_failed/)
  })

  it('seven inside one another are too many', async () => {
    let bytes = sign(XML)
    for (let depth = 0; depth < 6; depth++) bytes = sign(bytes)
    expect(await refused(bytes)).toBe('source_too_complex')
  })

  it('with an archive bomb are refused by the same bounds', async () => {
    const bomb = zipSync({
      '[Content_Types].xml': Buffer.from('<Types/>'),
      'word/document.xml': new Uint8Array(300 * 1024 * 1024),
    })
    expect(await refused(sign(bomb))).toBe('source_too_complex')
  })

  it('with bytes changed anywhere end well or with a sentence', async () => {
    const signed = sign(XML)
    for (let at = 0; at < signed.length; at += 37) {
      const bytes = Buffer.from(signed)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const outcome = await shop.convert(p7m(bytes), 'txt', {}, { format: 'p7m' }).catch((error) => error)
      if (outcome instanceof Error) expect(outcome.message).toMatch(SENTENCE)
    }
  })
})
