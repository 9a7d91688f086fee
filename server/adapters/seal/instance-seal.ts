import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { instanceFacts } from '../../core/schema.ts'
import { Unreachable } from '../../core/unreachable.ts'
import type { Database, Log, Seal, Secrets } from '../../platform.ts'
import { derOf, type SealIdentity, type StampTime, signDigest } from './cms.ts'
import { identityOf } from './identity.ts'
import { makeIdentity } from './own-certificate.ts'
import { certificateFrom, readPkcs12 } from './pkcs12.ts'
import { timeStamper } from './time-stamp.ts'

/** Name of the sealed key's row in the database, and the purpose of its encryption. */
const FACT = 'seal'
/**
 * Reserved bytes for the signature, its attributes, and the authority's names, with a wide margin.
 */
const ROOM = 8_192
/** A time stamp includes its authority's certificates. */
const ROOM_FOR_STAMP = 24_576

export interface SealSettings {
  /** The operator's file and its password. */
  pkcs12: { path: string; password: string } | null
  /** URL of a time-stamp authority (RFC 3161). */
  tsaUrl: string | null
  /** Common name of a generated certificate. */
  name: string
}

interface Stand {
  db: Database
  secrets: Secrets
  log: Log
  clock: () => Date
}

/**
 * Opens the operator's key, or the instance's: generated at the first start, and stored in the
 * database, encrypted with the instance's key.
 * @throws Error with a message for the operator if their file is unusable
 */
export async function openSeal({ pkcs12, tsaUrl, name }: SealSettings, stand: Stand): Promise<Seal> {
  const identity = pkcs12 ? await givenIdentity(pkcs12) : await ownIdentity(name, stand)
  tellValidity(identity, stand)
  const certificates = identity.chain.map(derOf)
  const stampTime = tsaUrl ? patiently(timeStamper(tsaUrl)) : null
  const room = certificates.reduce((sum, { length }) => sum + length, ROOM) + (stampTime ? ROOM_FOR_STAMP : 0)
  return {
    certificates,
    timeStamps: stampTime !== null,
    room,
    sign: async (digest) => {
      const cms = await signDigest(identity, digest, stampTime)
      if (cms.length > room) throw new Error(`The seal takes ${cms.length} bytes, and has room for ${room}.`)
      return { cms, timeStamped: stampTime !== null }
    },
  }
}

async function givenIdentity({ path, password }: { path: string; password: string }): Promise<SealIdentity> {
  const file = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`The file of SEAL_PKCS12 cannot be read: ${cause.code ?? cause.message}.`, { cause })
  })
  return readPkcs12(file, password)
}

/** The first process inserts the key; concurrent and later ones read it. */
async function ownIdentity(name: string, { db, secrets, clock }: Stand): Promise<SealIdentity> {
  const kept = () => db.select().from(instanceFacts).where(eq(instanceFacts.name, FACT))
  if ((await kept()).length === 0) {
    const { privateKey, certificate } = await makeIdentity(name, clock())
    const both = JSON.stringify([privateKey, derOf(certificate)].map((one) => one.toString('base64')))
    const value = secrets.seal(Buffer.from(both), FACT)
    await db.insert(instanceFacts).values({ name: FACT, value }).onConflictDoNothing()
  }
  const [row] = await kept()
  if (!row) throw new Error('The key of the seal was not kept.')
  const [key = '', certificate = ''] = JSON.parse(secrets.open(row.value, FACT).toString()) as string[]
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
  return identityOf(privateKey, [certificateFrom(Buffer.from(certificate, 'base64'))])
}

/** Any failure of the configured authority counts as an outage: the document waits for it. */
const patiently =
  (stampTime: StampTime): StampTime =>
  async (signature) => {
    try {
      return await stampTime(signature)
    } catch (cause) {
      throw new Unreachable('The time-stamp authority', { cause })
    }
  }

function tellValidity({ chain: [own] }: SealIdentity, { log, clock }: Stand) {
  const now = clock()
  if (now < own.notBefore.value || now > own.notAfter.value)
    log.warn(
      { from: own.notBefore.value, until: own.notAfter.value },
      'the certificate of the seal is not valid now',
    )
}
