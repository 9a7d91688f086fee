import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { SignatureMark } from '../../../contract/signing-public.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { objects, signingFiles } from '../../core/schema.ts'
import type { TransactionPlatform } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { checkPng } from './check-png.ts'

/** Bytes, and pixels of either side. */
const MOST = { bytes: 300_000, side: 4000 }

/** An image that lies in the store, and goes again where nothing comes of it. */
export interface SignatureImage {
  key: string
  fileName: string
  size: number
  sha256: string
  giveUp(): Promise<void>
}

/**
 * The bytes of a signature's image, known to be whole: whoever drew it is still there to draw it
 * once more, and at the end nobody is. Only a worker ever makes an image of them. @throws
 * ApiProblem invalid_request for what is no small, whole PNG with visible ink
 */
export async function imageBytesOf(
  field: 'signature' | 'initials',
  { picture }: Pick<SignatureMark, 'picture'>,
): Promise<Buffer> {
  const bytes = Buffer.from(picture, 'base64')
  const found = bytes.length <= MOST.bytes ? await checkPng(bytes, MOST.side) : 'damaged'
  if (found === 'visible') return bytes
  if (found === 'blank')
    throw new ApiProblem(
      'invalid_request',
      'The image of the signature is blank. Draw it again, or choose another image.',
      { errors: [{ path: `${field}.picture`, message: 'The image is blank.' }] },
    )
  throw new ApiProblem(
    'invalid_request',
    'The image of the signature is damaged or not supported. Create it again.',
    {
      errors: [{ path: `${field}.picture`, message: 'A PNG of at most 300 kB and 4000 pixels a side.' }],
    },
  )
}

/**
 * Puts it into the store before the transaction that needs it; whose session it is, theirs it is.
 */
export async function storeImage(
  { platform }: Context,
  ownerId: string,
  bytes: Buffer,
): Promise<SignatureImage> {
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
export async function keepImage(
  { clock }: TransactionPlatform,
  tx: Transaction,
  sessionId: string,
  recipientId: string,
  kind: 'signature' | 'initials',
  { key, fileName, size, sha256 }: SignatureImage,
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
