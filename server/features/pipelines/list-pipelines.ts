import { and, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Pipeline, PipelineList, pipelineEndpoints } from '../../../contract/pipelines.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { contains, countUpTo, listInOrder } from '../../core/keyset.ts'
import { pipelines } from '../../core/schema.ts'
import { stepFacts } from './check-steps.ts'
import { type PipelineFacts, presentPipeline, selectPipelines } from './present-pipeline.ts'

type Query = z.output<(typeof pipelineEndpoints)['listPipelines']['query']>
type Listed = PipelineFacts & { id: string }

const ORDERS = {
  updated_at: { column: pipelines.updatedAt, of: ({ pipeline }: Listed) => pipeline.updatedAt },
  created_at: { column: pipelines.createdAt, of: ({ pipeline }: Listed) => pipeline.createdAt },
  name: { column: pipelines.name, of: ({ pipeline }: Listed) => pipeline.name },
}

/** A page of the caller's pipelines. @throws ApiProblem invalid_request for a foreign cursor */
export async function listPipelines(ctx: Context, query: Query): Promise<z.input<typeof PipelineList>> {
  const text = query.q?.trim()
  const where = and(
    eq(pipelines.ownerId, requireOwner(ctx)),
    query.created_by ? eq(pipelines.createdBy, query.created_by) : undefined,
    text ? or(contains(pipelines.name, text), contains(pipelines.description, text)) : undefined,
  )
  const page = await listInOrder<Listed, Listed>(query, pipelines.id, ORDERS, {
    fetch: async (after, order, limit, offset) => {
      const rows = await selectPipelines(ctx, and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => ({ ...row, id: row.pipeline.id }))
    },
    count: (limit) => countUpTo(ctx.platform.db, sql`${pipelines} where ${where}`, limit),
    present: (row) => row,
  })
  const facts = await stepFacts(
    ctx,
    page.results.flatMap(({ pipeline }) => pipeline.steps),
  )
  return { ...page, results: page.results.map((row): Pipeline => presentPipeline(ctx, row, facts)) }
}
