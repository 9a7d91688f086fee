import type { z } from 'zod'
import type { Catalog } from '../../../contract/convert.ts'
import { FAMILIES } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import { ROUTE_FAMILIES } from '../../core/families.ts'
import { listFormats } from './list-formats.ts'
import { operationsOf } from './list-operations.ts'

/** What the lists of the families' routes say, in the same order, read with one query. */
export async function getCatalog(ctx: Context): Promise<z.input<typeof Catalog>> {
  const operations = await operationsOf(ctx, FAMILIES, {})
  return {
    formats: listFormats(ctx, FAMILIES).formats,
    operations: Object.values(ROUTE_FAMILIES).flatMap((families) =>
      operations.filter(({ family }) => families.includes(family)),
    ),
  }
}
