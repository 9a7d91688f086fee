import { and, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { BusinessEventKind } from '../../../contract/business-states.ts'
import type { Business } from '../../../contract/businesses.ts'
import type { Queries } from '../../platform.ts'
import { type BusinessEventRow, businessEvents } from '../schema.ts'

/** The name that members see instead of the administrator's. */
export const REVIEW = 'Filewright review'

const STATES: BusinessEventKind[] = [
  'verification.submitted',
  'verification.in_review',
  'verification.verified',
  'verification.rejected',
  'verification.set',
]
const DOCUMENTS: BusinessEventKind[] = [
  'document.added',
  'document.removed',
  'document.accepted',
  'document.rejected',
]
/** Only the newest are shown; the audit log has all. */
const SHOWN = 200

/**
 * The events of a verification, oldest first.
 * @param whole includes events of documents and reasons, which require a permission
 */
export async function verificationEvents(db: Queries, businessId: string, whole: boolean) {
  const rows = await db
    .select()
    .from(businessEvents)
    .where(
      and(
        eq(businessEvents.businessId, businessId),
        inArray(businessEvents.kind, whole ? [...STATES, ...DOCUMENTS] : STATES),
      ),
    )
    .orderBy(desc(businessEvents.createdAt), desc(businessEvents.id))
    .limit(SHOWN)
  return rows.reverse().map((row) => present(row, whole))
}

const present = (
  row: BusinessEventRow,
  whole: boolean,
): z.input<typeof Business>['verification_events'][number] => {
  const isOneDocument = row.kind.startsWith('document.')
  return {
    id: row.id,
    kind: row.kind,
    at: row.createdAt.toISOString(),
    by: row.actorKind === 'administrator' ? REVIEW : row.actorName,
    reason: whole ? row.reason : null,
    count: isOneDocument ? 1 : countOf(row),
    file_name: isOneDocument ? row.target : null,
  }
}

const countOf = ({ after: { documents } }: BusinessEventRow) =>
  typeof documents === 'number' ? documents : null
