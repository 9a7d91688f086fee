import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { changesFrom, IDENTITY_FIELDS, type VerificationStatus } from '../../../contract/business-states.ts'
import type { Business, UpdateBusinessJson } from '../../../contract/businesses.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withBusiness } from '../../core/businesses/hold-business.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import type { Context } from '../../core/context.ts'
import { type BusinessRow, businesses } from '../../core/schema.ts'
import { PROFILE_COLUMNS } from './profile.ts'

type Json = z.output<typeof UpdateBusinessJson>

const COLUMNS = { ...PROFILE_COLUMNS, name: 'name', is_active: 'isActive' } as const
type Field = keyof typeof COLUMNS
const FIELDS = Object.keys(COLUMNS) as Field[]

/** A verification is about what it has looked at. */
const SETTLED: readonly VerificationStatus[] = ['submitted', 'in_review', 'verified']

/**
 * Changes the fields that were sent. What is the same already is no change.
 * @throws ApiProblem business_misfit for what a verification is about, business_inactive
 */
export async function updateBusiness(ctx: Context, json: Json): Promise<z.input<typeof Business>> {
  const { id } = requireBusiness(ctx)
  await withBusiness(ctx, async (ctx, tx, business, now) => {
    const changed = FIELDS.filter(
      (field) => json[field] !== undefined && json[field] !== business[COLUMNS[field]],
    )
    if (changed.length === 0) return
    refuseIdentity(business, changed)
    const set = Object.fromEntries(changed.map((field) => [COLUMNS[field], json[field]]))
    await tx
      .update(businesses)
      .set({ ...set, updatedAt: now })
      .where(eq(businesses.id, id))
    await recordBusinessEvent(ctx, tx, id, 'business.updated', {
      target: business.name,
      before: Object.fromEntries(changed.map((field) => [field, business[COLUMNS[field]]])),
      after: Object.fromEntries(changed.map((field) => [field, json[field]])),
    })
  })
  return presentBusiness(ctx, id)
}

function refuseIdentity({ verificationStatus }: BusinessRow, changed: Field[]) {
  if (!SETTLED.includes(verificationStatus)) return
  const identity = changed.filter((field) => (IDENTITY_FIELDS as readonly Field[]).includes(field))
  if (identity.length === 0) return
  throw new ApiProblem(
    'business_misfit',
    `The verification is ${verificationStatus.replace('_', ' ')}, so the legal name, the numbers and the address cannot be changed. Ask an administrator to reopen the verification.`,
    {
      allowed: changesFrom(verificationStatus),
      errors: identity.map((path) => ({ path, message: 'It is part of the verification.' })),
    },
  )
}
