import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.js'
import { openSeal } from '../../server/adapters/seal/instance-seal.ts'
import { readConfig } from '../../server/config.ts'
import { instanceFacts } from '../../server/core/schema.ts'
import { Unreachable } from '../../server/core/unreachable.ts'
import type { Seal } from '../../server/platform.ts'
import { start } from '../../server/start.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { startAuthority } from './time-stamp-authority.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const OWN = { pkcs12: null, tsaUrl: null, name: 'files.example' }
const TOKEN = '060b2a864886f70d010910020e'
const digest = createHash('sha256').update('what is sealed').digest()

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://papers.example/' })
  folder = mkdtempSync(join(tmpdir(), 'instance-seal-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

const ownOf = ({ certificates: [own] }: Seal) => own?.toString('hex')
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const another = (settings: Partial<Parameters<typeof openSeal>[0]>) =>
  openSeal({ ...OWN, ...settings }, server.platform)

/** Whether openssl takes this for a signature of those words. */
function isOf(cms: Buffer, seal: Seal): boolean {
  writeFileSync(at('cms'), cms)
  writeFileSync(at('words'), 'what is sealed')
  writeFileSync(at('own.pem'), new X509Certificate(seal.certificates[0] as Buffer).toString())
  const args = '-cades -inform DER -in cms -binary -content words -CAfile own.pem -purpose any -out /dev/null'
  return spawnSync('openssl', ['cms', '-verify', ...args.split(' ')], { cwd: folder }).status === 0
}

describe('the instance’s own seal', () => {
  it('is made at the first start, in the name that people call it by, and is told to anybody', async () => {
    const { status, body } = await new Client(server.url).json('GET', '/api/v1/pdf_handler/signing/seal/')
    expect(status).toBe(200)
    expect(body.name).toBe('papers.example')
    expect(Buffer.from(body.certificates[0], 'base64').toString('hex')).toBe(ownOf(server.platform.seal))
    const years = new Date(body.valid_until).getUTCFullYear() - new Date().getUTCFullYear()
    expect(years).toBe(20)
  })

  it('is the same after another start', async () => {
    expect(ownOf(await another({}))).toBe(ownOf(server.platform.seal))
  })

  it('is one, however many start at once', async () => {
    const { db } = server.platform
    const before = ownOf(server.platform.seal)
    await db.delete(instanceFacts).where(eq(instanceFacts.name, 'seal'))
    const seals = await Promise.all(Array.from({ length: 6 }, () => another({})))
    expect(new Set(seals.map(ownOf)).size).toBe(1)
    expect(ownOf(seals[0] as Seal)).not.toBe(before)
    // Each has the key of that one certificate, and not of the one that it made in vain.
    if (hasOpenssl)
      for (const seal of seals) expect(isOf((await seal.sign(digest)).cms, seal as Seal)).toBe(true)
  })

  it('lies in the database so that nobody reads its key there, nor in the log', async () => {
    const [row] = await server.platform.db.select().from(instanceFacts).where(eq(instanceFacts.name, 'seal'))
    const stored = row?.value as Buffer
    expect(stored.includes('MIG')).toBe(false)
    const [key = ''] = JSON.parse(server.platform.secrets.open(stored, 'seal').toString()) as string[]
    expect(key.length).toBeGreaterThan(100)
    expect(server.logged.join('\n')).not.toContain(key.slice(0, 40))
    expect(() => server.platform.secrets.open(stored, 'anything else')).toThrow()
  })

  it('signs in the room that it says, and does not say that an authority told the time', async () => {
    const seal = await another({})
    const { cms, timeStamped } = await seal.sign(digest)
    expect(timeStamped).toBe(false)
    expect(seal.timeStamps).toBe(false)
    expect(cms.length).toBeLessThan(seal.room)
    expect(cms.toString('hex')).not.toContain(TOKEN)
  })
})

describe.runIf(hasOpenssl)('an operator’s key', () => {
  const make = (name: string, ...kind: string[]) => {
    const subject = ['-subj', '/O=Häuser & Söhne/CN=Seal of the house', '-utf8', '-days', '2']
    openssl('req', '-x509', ...kind, '-nodes', '-keyout', 'k.pem', '-out', 'c.pem', ...subject)
    openssl('pkcs12', '-export', '-inkey', 'k.pem', '-in', 'c.pem', '-out', name, '-passout', 'pass:grün 1')
    return { path: at(name), password: 'grün 1' }
  }

  it.each([
    ['rsa', ['-newkey', 'rsa:2048']],
    ['ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ])('of the kind %s seals in place of the instance’s own', async (kind, options) => {
    const seal = await another({ pkcs12: make(`${kind}.p12`, ...options) })
    expect(new X509Certificate(seal.certificates[0] as Buffer).subject).toContain('CN=Seal of the house')
    expect(isOf((await seal.sign(digest)).cms, seal)).toBe(true)
    expect(isOf((await seal.sign(randomBytes(32))).cms, seal)).toBe(false)
  })

  it('that cannot be used ends the start, and says why', async () => {
    const good = make('good.p12', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')
    writeFileSync(at('noise.p12'), randomBytes(600))
    for (const [file, password, says] of [
      [good.path, 'wrong', /PKCS#12 file for the seal cannot be opened\. Check the file and its password/],
      [at('noise.p12'), 'grün 1', /cannot be opened/],
      [at('none.p12'), 'grün 1', /The file of SEAL_PKCS12 cannot be read: ENOENT/],
    ] as const) {
      await expect(another({ pkcs12: { path: file, password } })).rejects.toThrow(says)
    }
    const data = mkdtempSync(join(tmpdir(), 'unsealed-'))
    const settings = { DATA_DIR: data, PORT: '0', SEAL_PKCS12: good.path, SEAL_PKCS12_PASSWORD: 'wrong' }
    const starting = start(readConfig(settings), server.platform.log, { version: 'test' })
    await expect(starting).rejects.toThrow(/Check the file and its password/)
    rmSync(data, { recursive: true })
  })
})

describe('a time-stamp authority', () => {
  it('has an address of http or https, and a password goes with a file', () => {
    for (const url of ['ftp://clock.example', 'clock.example', 'file:///etc/passwd'])
      expect(() => readConfig({ TSA_URL: url }), url).toThrow(/TSA_URL/)
    expect(readConfig({ TSA_URL: 'http://clock.example/tsr' }).TSA_URL).toBe('http://clock.example/tsr')
    expect(() => readConfig({ SEAL_PKCS12_PASSWORD: 'x' })).toThrow(/Says nothing without SEAL_PKCS12/)
  })

  it('that does not answer keeps the document from being sealed, so that it is tried again', async () => {
    const seal = await another({ tsaUrl: `http://127.0.0.1:${await freePort()}/` })
    expect(seal.timeStamps).toBe(true)
    await expect(seal.sign(digest)).rejects.toThrow(Unreachable)
    await expect(seal.sign(digest)).rejects.toThrow('The time-stamp authority cannot be reached')
    const wrong = await another({ tsaUrl: new URL('/api/v1/health/', server.url).href })
    await expect(wrong.sign(digest)).rejects.toThrow(Unreachable)
  })

  it.runIf(hasOpenssl)(
    'is not taken at its word: what it signed has to hold, and to be about this',
    async () => {
      /** With a byte changed, counted from the end, or where these words stand. */
      const flipped = (place: number | string) => (reply: Buffer) => {
        const where = typeof place === 'number' ? reply.length - place : reply.indexOf(place) + place.length
        const other = Buffer.from(reply)
        other[where] = (other[where] ?? 0) ^ 1
        return other
      }
      const imprint = (digits: Buffer) => (reply: Buffer) => {
        const hash = createHash('sha256').update(digits).digest()
        // SHA-256 as an imprint: its name, then 32 bytes.
        const name = Buffer.from('0609608648016503040201', 'hex')
        const from = reply.indexOf(
          Buffer.from('0420', 'hex'),
          reply.indexOf(name, reply.indexOf('060b2a864886f70d0109100104', 0, 'hex')),
        )
        const other = Buffer.from(reply)
        hash.copy(other, from + 2)
        return other
      }
      let earlier: Buffer | null = null
      const again = (reply: Buffer) => (earlier ??= reply)
      for (const [says, ways, times] of [
        [/a signature that does not hold/, { alter: flipped(10) }, 1],
        [/a signature that does not hold/, { alter: flipped(`${new Date().getUTCFullYear()}`) }, 1],
        [/a time of something else/, { alter: imprint(Buffer.from('other')) }, 1],
        [/a time of something else/, { alter: again }, 2],
        [/was not made by whom it names/, { chain: 'false' }, 1],
      ] as const) {
        const authority = await startAuthority(folder, ways)
        try {
          const seal = await another({ tsaUrl: authority.url })
          if (times === 2) await seal.sign(randomBytes(32))
          const refused = await seal.sign(digest).then(
            () => null,
            (error: Error) => error,
          )
          expect(refused).toBeInstanceOf(Unreachable)
          expect(String(refused?.cause ?? refused)).toMatch(says)
        } finally {
          authority.close()
        }
      }
    },
  )

  it.runIf(hasOpenssl)('may bring along who vouches for it', async () => {
    const authority = await startAuthority(folder, { chain: 'true' })
    try {
      expect((await (await another({ tsaUrl: authority.url })).sign(digest)).timeStamped).toBe(true)
    } finally {
      authority.close()
    }
  })

  it.runIf(hasOpenssl)('says when, in a token beside the signature', async () => {
    const authority = await startAuthority(folder)
    try {
      const seal = await another({ tsaUrl: authority.url })
      const { cms, timeStamped } = await seal.sign(digest)
      expect(timeStamped).toBe(true)
      expect(cms.toString('hex')).toContain(TOKEN)
      expect(cms.length).toBeLessThan(seal.room)
      expect(isOf(cms, seal)).toBe(true)
    } finally {
      authority.close()
    }
  })
})
