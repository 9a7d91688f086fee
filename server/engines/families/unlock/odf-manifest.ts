import { SaxesParser } from 'saxes'

/**
 * Encryption parameters of a file in an ODF package. Source: OpenDocument 1.3, part 2, 4 (manifest)
 * and 3.4 (encryption).
 */
export interface OdfEncryption {
  /** Inflated size in bytes. */
  size: number
  algorithm: string
  vector: Buffer
  /** `pbkdf2`, or a name that contains `argon2id`. */
  derivation: string
  salt: Buffer
  iterations: number
  keyBytes: number
  /** The password hash from which the key is derived. */
  startHash: 'sha1' | 'sha256'
  /** Of the first kilobyte of decrypted, packed data; null for authenticated encryption. */
  checksum: { hash: 'sha1' | 'sha256'; value: Buffer } | null
  argon2: { iterations: number; memory: number; lanes: number } | null
}

/** Whether a manifest lists an encrypted file. */
export const isOdfEncrypted = (manifest: string) => /<([\w-]+:)?encryption-data[\s>]/.test(manifest)

/** The encrypted files of a package by path. Throws if the manifest isn't well-formed. */
export function readOdfManifest(xml: string): Map<string, OdfEncryption> {
  const files = new Map<string, OdfEncryption>()
  let path = ''
  let current: OdfEncryption | null = null
  const parser = new SaxesParser({ xmlns: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => {
    const value = (wanted: string) =>
      Object.entries(attributes).find(([key]) => local(key) === wanted)?.[1] ?? ''
    const bytes = (wanted: string) => Buffer.from(value(wanted), 'base64')
    const hash = (wanted: string) => (/sha-?256/i.test(value(wanted)) ? 'sha256' : 'sha1')
    if (local(name) === 'file-entry') {
      path = value('full-path')
      current = usual(Number(value('size')) || 0)
    } else if (!current) return
    else if (local(name) === 'encryption-data') {
      const checksum = bytes('checksum')
      current.checksum = checksum.length > 0 ? { hash: hash('checksum-type'), value: checksum } : null
      files.set(path, current)
    } else if (local(name) === 'algorithm') {
      current.algorithm = value('algorithm-name').toLowerCase()
      current.vector = bytes('initialisation-vector')
    } else if (local(name) === 'start-key-generation') {
      current.startHash = hash('start-key-generation-name')
    } else if (local(name) === 'key-derivation') {
      current.derivation = value('key-derivation-name').toLowerCase()
      current.salt = bytes('salt')
      current.iterations = Number(value('iteration-count')) || 0
      current.keyBytes = Number(value('key-size')) || current.keyBytes
      const number = (wanted: string) => Number(value(wanted)) || 0
      if (number('argon2-memory') > 0)
        current.argon2 = {
          iterations: number('argon2-iterations'),
          memory: number('argon2-memory'),
          lanes: number('argon2-lanes'),
        }
    }
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return files
}

/** Default values of a manifest. */
const usual = (size: number): OdfEncryption => ({
  size,
  algorithm: '',
  vector: Buffer.alloc(0),
  derivation: '',
  salt: Buffer.alloc(0),
  iterations: 0,
  keyBytes: 16,
  startHash: 'sha1',
  checksum: null,
  argon2: null,
})
