import { z } from 'zod'

export const PAGE_SIZE = { default: 20, max: 100 } as const

/**
 * The query of every list (decision 2). `sort` names its sort columns, the default first.
 */
export const listQuery = <const S extends readonly [string, ...string[]]>(sort: S) =>
  z.object({
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .meta({ description: 'Page number, counted from 1. Ignored if `cursor` is present.' }),
    page_size: z.coerce
      .number()
      .int()
      .min(1)
      .max(PAGE_SIZE.max)
      .default(PAGE_SIZE.default)
      .meta({ description: 'Number of items per page.' }),
    sort_by: z.enum(sort).default(sort[0]).meta({ description: 'Property to sort by.' }),
    sort_dir: z
      .enum(['asc', 'desc'])
      .default('desc')
      .meta({ description: 'Sort order: ascending or descending.' }),
    cursor: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'The `next_cursor` of the previous page. Equally fast on every page.' }),
  })

/**
 * The response of every list. Counting a million rows costs more than a page of twenty, so `count`
 * stops at 10,000, or at 1,000 if a filter has to read every row. `count_exact` is false then.
 */
export const listOf = <T extends z.ZodType>(id: string, item: T) =>
  z
    .object({
      count: z.int().min(0).meta({ description: 'Number of items; see `count_exact`.' }),
      count_exact: z.boolean().meta({ description: 'False if there are more than `count`.' }),
      total_pages: z.int().min(0).meta({ description: 'Total number of pages.' }),
      page: z.int().min(1).meta({ description: 'Number of this page, counted from 1.' }),
      page_size: z.int().min(1).meta({ description: 'Number of items per page.' }),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Value of `cursor` for the next page; null on the last page.' }),
      results: z.array(item).meta({ description: 'Items of this page.' }),
    })
    .meta({ id, description: 'One page of a list.' })
