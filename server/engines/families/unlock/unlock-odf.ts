import { createDecipheriv, createHash, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { unzipSync, zipSync } from 'fflate'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkZip } from '../../kernel/source/zip.ts'
import { type OdfEncryption, readOdfManifest } from './odf-manifest.ts'

/** Limits of key derivation parameters: a thousand times the usual values. */
const MOST_ITERATIONS = 10_000_000
const MOST_ARGON2_KIBIBYTES = 256 * 1024

export const wrongPassword = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The password is wrong. Enter the password of this file and convert again.`,
  )

export const unknownEncryption = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The file is encrypted in a way that can’t be opened here. Save a copy without the password and convert that.`,
  )

const MANIFEST = 'META-INF/manifest.xml'

/**
 * Decrypts an ODF package and returns its bytes.
 * @throws `source_encrypted` for a wrong password
 */
export async function unlockOdf(path: string, password: string, limits: Limits): Promise<Uint8Array> {
  checkZip(path, limits)
  const files = unzipSync(readFileSync(path))
  const manifest = Buffer.from(files[MANIFEST] ?? []).toString()
  const encrypted = readOdfManifest(manifest)
  // Since version 1.4 the whole package may be one encrypted file.
  const whole = encrypted.get('encrypted-package')
  if (whole) return decrypt(files['encrypted-package'], whole, password)
  let total = 0
  for (const [name, encryption] of encrypted) {
    const bytes = await decrypt(files[name], encryption, password)
    files[name] = bytes
    total += bytes.length
    if (total > limits.zipInflatedBytes)
      throw new EngineFailure(
        'source_too_complex',
        sentence`The file unpacks to more than can be converted. Split it into parts.`,
      )
  }
  files[MANIFEST] = Buffer.from(
    manifest.replace(/<([\w-]+:)?encryption-data[\s\S]*?<\/\1encryption-data>/g, ''),
  )
  const { mimetype, ...rest } = files
  // The first, stored entry gives the package type.
  return zipSync({ ...(mimetype && { mimetype: [mimetype, { level: 0 }] }), ...rest }, { level: 1 })
}

async function decrypt(
  bytes: Uint8Array | undefined,
  encryption: OdfEncryption,
  password: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!bytes) throw unknownEncryption()
  const key = await keyOf(encryption, password)
  const packed = encryption.algorithm.includes('gcm')
    ? decryptGcm(bytes, key)
    : decryptCbc(bytes, key, encryption)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(encryption.size, 1024) * 2 })
  } catch {
    throw wrongPassword()
  }
}

async function keyOf(
  { startHash, derivation, ...encryption }: OdfEncryption,
  password: string,
): Promise<Buffer> {
  const { salt, iterations, keyBytes, argon2 } = encryption
  const start = createHash(startHash).update(password, 'utf8').digest()
  if (![16, 24, 32].includes(keyBytes)) throw unknownEncryption()
  if (argon2) {
    if (argon2.memory > MOST_ARGON2_KIBIBYTES || argon2.iterations > 16 || argon2.lanes > 16)
      throw unknownEncryption()
    const { iterations: t, memory: m, lanes: p } = argon2
    return Buffer.from(await argon2idAsync(start, salt, { t, m, p, dkLen: keyBytes }))
  }
  if (!derivation.includes('pbkdf2') || iterations < 1 || iterations > MOST_ITERATIONS)
    throw unknownEncryption()
  return pbkdf2Sync(start, salt, iterations, keyBytes, 'sha1')
}

function decryptCbc(bytes: Uint8Array, key: Buffer, { algorithm, vector, checksum }: OdfEncryption): Buffer {
  if (!/aes(128|192|256)-cbc/.test(algorithm) || vector.length !== 16 || bytes.length % 16 !== 0)
    throw unknownEncryption()
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false)
  const padded = Buffer.concat([cipher.update(bytes), cipher.final()])
  // XML Encryption padding: the last byte is its length, the others are arbitrary.
  const packed = padded.subarray(0, padded.length - Math.min(padded.at(-1) ?? 0, 16))
  if (checksum) {
    const found = createHash(checksum.hash).update(packed.subarray(0, 1024)).digest()
    if (found.length !== checksum.value.length || !timingSafeEqual(found, checksum.value))
      throw wrongPassword()
  }
  return packed
}

/**
 * The initialization vector precedes the data, the tag follows it. Source: XML Encryption 1.1,
 * 5.2.4.
 */
function decryptGcm(bytes: Uint8Array, key: Buffer): Buffer {
  if (bytes.length < 28) throw unknownEncryption()
  const cipher = createDecipheriv(`aes-${key.length * 8}-gcm` as 'aes-256-gcm', key, bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()])
  } catch {
    throw wrongPassword()
  }
}
