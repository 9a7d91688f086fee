import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { SignatureMark } from '../../../contract/signing-public.ts'
import type { Context } from '../../core/context.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { Refusal } from '../../core/refusal.ts'
import { objects, signingFiles } from '../../core/schema.ts'
import type { Database, Platform } from '../../platform.ts'

/** Bytes, and pixels of either side. */
const MOST = { bytes: 300_000, side: 4000 }
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** A picture that lies in the store, and goes again where nothing comes of it. */
export interface Picture {
  key: string
  fileName: string
  size: number
  sha256: string
  giveUp(): Promise<void>
}

/** The bytes of a signature's picture. Only a worker ever opens it. @throws Refusal invalid_request for what is no small PNG */
export function pictureOf(
  field: 'signature' | 'initials',
  { picture }: Pick<SignatureMark, 'picture'>,
): Buffer {
  const bytes = Buffer.from(picture, 'base64')
  const isPng = bytes.length > 33 && bytes.subarray(0, PNG.length).equals(PNG)
  const [width, height] = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0]
  if (
    isPng &&
    bytes.length <= MOST.bytes &&
    width > 0 &&
    height > 0 &&
    width <= MOST.side &&
    height <= MOST.side
  )
    return bytes
  throw new Refusal('invalid_request', 'The picture of the signature is not one that can be used here.', {
    errors: [{ path: `${field}.picture`, message: 'A PNG of at most 300 kB and 4000 pixels a side.' }],
  })
}

/** Puts it into the store before the transaction that needs it; whose session it is, theirs it is. */
export async function takePicture({ platform }: Context, ownerId: string, bytes: Buffer): Promise<Picture> {
  const key = `uploads/${randomUUID()}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const size = bytes.length
  const fileName = 'signature.png'
  const path = join(platform.settings.scratch, `picture-${randomUUID()}`)
  await writeFile(path, bytes, { mode: 0o600 })
  await platform.db
    .insert(objects)
    .values({ key, ownerId, state: 'arriving', filename: fileName, format: 'png', sizeBytes: size, sha256 })
  const giveUp = () => abandonArriving(platform, key)
  try {
    await platform.objects.adopt(key, path)
  } catch (error) {
    await giveUp()
    throw error
  }
  return { key, fileName, size, sha256, giveUp }
}

/** Makes it the session's own, in the caller's transaction. */
export async function keepPicture(
  { clock }: Platform,
  tx: Database,
  sessionId: string,
  recipientId: string,
  kind: 'signature' | 'initials',
  { key, fileName, size, sha256 }: Picture,
): Promise<void> {
  await tx.update(objects).set({ state: 'stored' }).where(eq(objects.key, key))
  await tx.insert(signingFiles).values({
    sessionId,
    objectKey: key,
    kind: 'picture',
    id: randomUUID(),
    recipientId,
    fileName: `${kind}-${fileName}`,
    sizeBytes: size,
    sha256,
    createdAt: clock(),
  })
}
