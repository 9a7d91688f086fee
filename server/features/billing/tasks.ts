import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CompleteTaskJson, TaskList, TaskRecord } from '../../../contract/billing.ts'
import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import type { Family } from '../../../contract/families.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { endHold, holdCredits } from '../../core/credits/ledger.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { conversions, creditEntries, owners, rateCard, tasks } from '../../core/schema.ts'
import { isUnlisted } from '../../core/service-runs.ts'
import { withTransaction } from '../../core/transaction.ts'
import { emitSpent } from '../../core/webhooks/credit-events.ts'

type Query = z.output<(typeof billingEndpoints)['listTasks']['query']>

/**
 * Charges for work that was done elsewhere, once for each id that the caller gives.
 * @throws ApiProblem operation_unknown, insufficient_credits, spend_limit_reached,
 * idempotency_conflict
 */
export async function completeTask(
  ctx: Context,
  { task_id: taskId, family, operation, units, reference, metadata }: z.output<typeof CompleteTaskJson>,
) {
  const ownerId = requireOwner(ctx)
  const createdBy = userOf(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    await lockOwner(tx, ownerId)
    const [known] = await tx
      .select()
      .from(tasks)
      .where(and(eq(tasks.ownerId, ownerId), eq(tasks.taskId, taskId)))
    if (known && (known.operation !== operation || known.family !== family || known.units !== units))
      throw new ApiProblem(
        'idempotency_conflict',
        `The task ${taskId} was reported before, as ${known.units} × ${known.family} ${known.operation}.`,
      )
    let credits = known?.credits
    if (credits === undefined) {
      const [rate] = isUnlisted({ operation })
        ? []
        : await tx
            .select()
            .from(rateCard)
            .where(and(eq(rateCard.family, family), eq(rateCard.operation, operation)))
      if (!rate)
        throw new ApiProblem(
          'operation_unknown',
          `The rate card has no operation ${operation} of the family ${family}.`,
        )
      credits = rate.credits * units
      const id = randomUUID()
      await tx.insert(tasks).values({
        ...{
          id,
          ownerId,
          createdBy,
          taskId,
          family,
          operation,
          units,
          credits,
          reference: reference ?? null,
          metadata,
        },
        createdAt: ctx.platform.clock(),
      })
      await holdCredits(ctx.platform, tx, ownerId, {
        source: 'task',
        reference: id,
        area: 'task',
        credits,
        createdBy,
      })
      const balance = credits > 0 ? await endHold(ctx.platform, tx, ownerId, id, credits) : null
      if (balance) await emitSpent(ctx.platform, tx, ownerId, { charged: credits, balance })
    }
    const [owner] = await tx
      .select({ balance: owners.creditsAvailable })
      .from(owners)
      .where(eq(owners.id, ownerId))
    return { task_id: taskId, credits_charged: credits, balance: owner?.balance ?? 0 }
  })
}

type Row = {
  id: string
  createdAt: Date
  task: string
  kind: 'task' | 'conversion'
  family: Family
  operation: string
  status: 'pending' | 'completed' | 'failed'
  units: number
  credits: number
  reference: string | null
  metadata: Record<string, string>
}

/**
 * Reported tasks and conversions of the account in one list. @throws ApiProblem invalid_request for
 * a foreign cursor
 */
export async function listTasks(ctx: Context, query: Query): Promise<z.input<typeof TaskList>> {
  const { db } = ctx.platform
  const owner = requireOwner(ctx)
  // Both are named as the table, so that the conditions and the order of the list are those of
  // each.
  const reported = sql`select id, created_at, task_id as task, 'task' as kind, family, operation, 'completed' as status, units,
    credits, reference, metadata from ${tasks} where owner_id = ${owner}`
  const converted = sql`select id, created_at, id::text as task, 'conversion' as kind, family, operation, status, units,
    coalesce(credits_charged, 0) as credits, external_token as reference, '{}'::jsonb as metadata from ${conversions} as tasks
    where owner_id = ${owner} and hidden_at is null`
  const list = await listByTime<Row, Row>(query, tasks, {
    fetch: async (after, order, limit, offset) => {
      // Each is read by its index as far as the page goes: a join of all would sort the whole
      // history.
      const page = sql`and ${after ?? sql`true`} order by ${sql.join(order, sql`, `)} limit ${limit + offset}`
      const { rows } = await db.execute<Omit<Row, 'createdAt'> & { created_at: string }>(
        sql`select * from ((${reported} ${page}) union all (${converted} ${page})) as tasks
          order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`,
      )
      return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: new Date(created_at) }))
    },
    count: (limit) => countUpTo(db, sql`(${reported} union all ${converted}) as tasks`, limit),
    present: (row) => row,
  })
  const ids = list.results.map(({ id }) => id)
  const entries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(creditEntries)
          .where(and(inArray(creditEntries.reference, ids), eq(creditEntries.ownerId, owner)))
  const byReference = Map.groupBy(entries, ({ reference }) => reference)
  return {
    ...list,
    results: list.results.map(
      (row): z.input<typeof TaskRecord> => ({
        task_id: row.task,
        kind: row.kind,
        family: row.family,
        operation: row.operation,
        status: row.status,
        units: row.units,
        credits_charged: row.credits,
        reference: row.reference,
        metadata: row.metadata,
        ledger: (byReference.get(row.id) ?? []).map(({ id, kind, credits, createdAt }) => ({
          ...{ entry_id: id, kind, credits },
          created_at: createdAt.toISOString(),
        })),
        created_at: row.createdAt.toISOString(),
      }),
    ),
  }
}
