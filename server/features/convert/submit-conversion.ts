import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Family } from '../../../contract/families.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { holdCredits } from '../../core/ledger.ts'
import { Refusal } from '../../core/refusal.ts'
import { conversions, objects, rateCard } from '../../core/schema.ts'
import { ensureOwner } from '../../core/visitors.ts'
import type { Database } from '../../platform.ts'
import { planConversion, type Wish } from './plan-conversion.ts'
import { discard, type Upload } from './receive-upload.ts'

/** What is to be converted: a file that has just arrived, or one that the caller owns already. */
export type Source = { upload: Upload } | { key: string; filename?: string | undefined }

export interface Submission {
  /** The family whose route was called. */
  family: Family
  source: Source
  wish: Wish
  idempotencyKey: string | undefined
}

/**
 * Takes a conversion on: checks it, stores the file, and writes row, hold and job in one transaction. Whatever is refused
 * leaves nothing behind and costs nothing; a repeated Idempotency-Key answers the first conversion.
 * @returns the conversion's id
 * @throws Refusal file_empty, unsupported_source, unsupported_target, invalid_options, insufficient_credits, not_found, idempotency_conflict
 */
export async function submitConversion(
  ctx: Context,
  { family, source, wish, idempotencyKey }: Submission,
): Promise<string> {
  try {
    const file = 'upload' in source ? source.upload : await ownedObject(ctx, source.key, source.filename)
    if (file.size === 0)
      throw new Refusal('file_empty', `${file.filename} is empty: it has no bytes. Nothing was charged.`)
    const plan = await planConversion(ctx, family, file, wish)
    const ownerId = await ensureOwner(ctx)
    const key = 'upload' in source ? await store(ctx, ownerId, source.upload, plan.sourceFormat) : source.key
    const asked = fingerprint([
      family,
      file.sha256,
      file.filename,
      plan.operation,
      plan.targetFormat,
      plan.options,
      wish.external_token,
    ])
    try {
      const { answer, repeated } = await ctx.platform.db.transaction((tx) =>
        once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: asked }, async () => {
          const id = randomUUID()
          if ('upload' in source)
            await tx.update(objects).set({ state: 'stored' }).where(eq(objects.key, key))
          const price = await priceOf(tx, family, plan.operation)
          await tx.insert(conversions).values({
            ...plan,
            id,
            ownerId,
            family,
            status: 'pending',
            sourceKey: key,
            filename: file.filename,
            sizeBytes: file.size,
            creditsQuoted: price,
            externalToken: wish.external_token ?? null,
            batchId: wish.batch_id ?? null,
            stage: 'Waiting',
            createdAt: ctx.platform.clock(),
            expiresAt: expiry(ctx),
          })
          await holdCredits(tx, ownerId, id, price)
          await ctx.platform.jobs.sendConversion(tx, id)
          return { id }
        }),
      )
      if (repeated && 'upload' in source) await abandonArriving(ctx.platform, key)
      return answer.id
    } catch (error) {
      if ('upload' in source) await abandonArriving(ctx.platform, key)
      throw error
    }
  } finally {
    if ('upload' in source) await discard(source.upload)
  }
}

/** A stored file of the caller's own; what is somebody else's is not there. */
async function ownedObject(ctx: Context, key: string, filename: string | undefined) {
  const owner = ownerOf(ctx)
  const mine = and(eq(objects.key, key), eq(objects.ownerId, owner ?? ''), eq(objects.state, 'stored'))
  const [row] = owner ? await ctx.platform.db.select().from(objects).where(mine) : []
  if (!row?.sha256)
    throw new Refusal(
      'not_found',
      'There is no file of yours under this key. It may have expired; send the file itself.',
    )
  return {
    key,
    filename: filename ?? row.filename,
    size: row.sizeBytes,
    sha256: row.sha256,
    format: row.format,
  }
}

/** The row first, then the bytes: a crash in between leaves a row that the sweep finds. */
async function store(ctx: Context, ownerId: string, upload: Upload, format: string): Promise<string> {
  const key = `uploads/${randomUUID()}`
  const { db, objects: files } = ctx.platform
  const { filename, size, sha256 } = upload
  await db
    .insert(objects)
    .values({ key, ownerId, state: 'arriving', filename, format, sizeBytes: size, sha256 })
  try {
    await files.adopt(key, upload.path)
  } catch (error) {
    await abandonArriving(ctx.platform, key)
    throw error
  }
  return key
}

async function priceOf(tx: Database, family: Family, operation: string): Promise<number> {
  const [price] = await tx
    .select()
    .from(rateCard)
    .where(and(eq(rateCard.family, family), eq(rateCard.operation, operation)))
  if (!price) throw new Error(`the rate card has no price for ${family} ${operation}`)
  return price.credits
}

function expiry(ctx: Context): Date {
  const { settings, clock } = ctx.platform
  const hours = ctx.actor.kind === 'user' ? settings.keepHours : settings.keepHoursVisitor
  return new Date(clock().getTime() + hours * 3_600_000)
}
