import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { instanceFacts } from '../core/schema.ts'
import type { Database, Secrets } from '../platform.ts'

const IV = 12
const TAG = 16

/**
 * Opens the instance's key: the operator's (`SECRET_KEY`), or one that is generated at the first
 * start and stored in `file`, readable by this user only. All processes on one database need the
 * same key, so the database stores a MAC of it.
 * @throws Error with a message for the operator if the key does not match the database
 */
export async function openSecrets(given: string | undefined, file: string, db: Database): Promise<Secrets> {
  const master = given ? Buffer.from(given, 'base64') : storedKey(file)
  if (master.length < 32) throw new Error('SECRET_KEY must be at least 32 bytes, written in base64.')
  const sealing = Buffer.from(hkdfSync('sha256', master, '', 'filewright seal', 32))
  const marking = Buffer.from(hkdfSync('sha256', master, '', 'filewright mac', 32))
  const secrets: Secrets = {
    seal: (plain, purpose) => {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(purpose))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, purpose) => {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, IV))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-TAG))
      return Buffer.concat([decipher.update(sealed.subarray(IV, -TAG)), decipher.final()])
    },
    mac: (text, purpose) => createHmac('sha256', marking).update(`${purpose}\0${text}`).digest(),
  }
  await holdToDatabase(db, secrets)
  return secrets
}

function storedKey(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}

async function holdToDatabase(db: Database, secrets: Secrets) {
  const name = 'secret key'
  const mark = secrets.mac(name, 'mark of the key')
  await db.insert(instanceFacts).values({ name, value: mark }).onConflictDoNothing()
  const [known] = await db.select().from(instanceFacts).where(eq(instanceFacts.name, name))
  if (!known?.value.equals(mark)) {
    throw new Error(
      'The secret key is not the one that this database was filled with. Set SECRET_KEY to it, or bring back the file secret.key of the data folder: without it second factors cannot be checked.',
    )
  }
}
