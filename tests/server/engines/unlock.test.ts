import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, ROOT, SENTENCE } from './helpers.ts'

// Files of LibreOffice's, each with one line of text; see make.py beside them.
const LOCKED = join(ROOT, 'tests', 'server', 'engines', 'locked')
const PASSWORD = 'Größe 7'
const TEXT = 'Locked harbour'
const FORMATS = ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'odt', 'ods', 'odp']

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const locked = (format: string) => join(LOCKED, `locked.${format}`)
const words = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

describe.each(FORMATS)('an encrypted %s', (format) => {
  const convert = (password: string, target = 'pdf') =>
    shop.convert(locked(format), target, { password }, { format })

  it('opens with its password', async () => {
    const { path } = await convert(PASSWORD)
    const text = await shop.convert(path, 'txt', {}, { format: 'pdf' })
    expect(words(text.path)).toContain(TEXT)
  })

  it('says so where the password is missing or wrong', async () => {
    const missing = await failureOf(convert(''))
    const wrong = await failureOf(convert('Größe 8'))
    expect([missing.code, wrong.code]).toEqual(['source_encrypted', 'source_encrypted'])
    expect(missing.message).toMatch(/^The file is password-protected\. Enter/)
    expect(wrong.message).toMatch(/^The password is wrong\./)
  })
})

it.each(['docx', 'odt'])('an encrypted %s becomes text, too', async (format) => {
  const { path } = await shop.convert(locked(format), 'md', { password: PASSWORD }, { format })
  expect(words(path)).toContain(TEXT)
})

it('opens what is encrypted for everybody', async () => {
  const { encrypt } = await import('officecrypto-tool')
  const plain = await shop.convert(shop.file('a.csv', 'Known,words\n'), 'xlsx')
  const path = shop.file('a.xlsx', encrypt(readFileSync(plain.path), { password: 'VelvetSweatshop' }))
  expect(words((await shop.convert(path, 'csv', {}, { format: 'xlsx' })).path)).toContain('Known,words')
})

it('takes a password for files that need none', async () => {
  const path = shop.file('a.csv', 'Known,words\n')
  const plain = await shop.convert(path, 'xlsx')
  const again = await shop.convert(plain.path, 'csv', { password: 'x' }, { format: 'xlsx' })
  expect(words(again.path)).toContain('Known,words')
})

/** The manifest of the encrypted ODT, changed. */
function changed(replace: (manifest: string) => string): string {
  const files = unzipSync(readFileSync(locked('odt')))
  const name = 'META-INF/manifest.xml'
  files[name] = Buffer.from(replace(Buffer.from(files[name] ?? []).toString()))
  return shop.file('a.odt', zipSync(files))
}

it.each([
  ['asks for too many iterations', /iteration-count="\d+"/g, 'iteration-count="999999999"'],
  ['asks for a negative number of iterations', /iteration-count="\d+"/g, 'iteration-count="-1"'],
  ['has a key of odd length', /key-size="32"/g, 'key-size="31"'],
  ['has an unknown algorithm', /aes256-cbc/g, 'rot13'],
  ['has a vector of three bytes', /initialisation-vector="[^"]+"/g, 'initialisation-vector="AAAA"'],
  ['does not close its tags', /<\/manifest:manifest>/g, ''],
  [
    'asks for too much memory',
    /key-derivation-name="PBKDF2"/g,
    'key-derivation-name="argon2id" manifest:argon2-memory="99999999" manifest:argon2-iterations="3" manifest:argon2-lanes="4"',
  ],
])('an ODT that %s ends with a sentence', async (_, find, put) => {
  const path = changed((manifest) => manifest.replace(find, put))
  const failure = await failureOf(shop.convert(path, 'pdf', { password: PASSWORD }, { format: 'odt' }))
  expect(failure.code).toMatch(/^source_encrypted$|^engine_failed$|^source_damaged$/)
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
})

it('checks the unlocked file: an archive bomb is refused', async () => {
  const { encrypt } = await import('officecrypto-tool')
  const bomb = zipSync({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'word/document.xml': new Uint8Array(300 * 1024 * 1024),
  })
  const path = shop.file('a.docx', encrypt(Buffer.from(bomb), { password: 'x' }))
  const failure = await failureOf(shop.convert(path, 'pdf', { password: 'x' }, { format: 'docx' }))
  expect(failure.code).toBe('source_too_complex')
})
