import { z } from 'zod'
import { BooleanText } from './boolean-text.ts'
import { Conversion, ConversionStatus, conversionParams } from './conversion.ts'
import { createdByFilter } from './created-by.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { Family } from './families.ts'
import { listOf, listQuery } from './lists.ts'

/** Sort columns of the history, the default first. */
export const HISTORY_SORT = ['created_at', 'filename', 'size_bytes', 'credits_charged'] as const

const filters = {
  ...createdByFilter,
  q: z.string().max(100).optional().meta({ description: 'Part of a file name, a format, or an id.' }),
  status: z
    .enum([...ConversionStatus.options, 'cancelled'])
    .optional()
    .meta({
      description: '`cancelled` is the part of `failed` that was stopped; `failed` leaves it out here.',
    }),
  format: z.string().max(32).optional().meta({ description: 'As source or as target.' }),
  created_after: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only items created at this time or later.' }),
  created_before: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only items created before this time.' }),
  batch_id: z.uuid().optional().meta({ description: 'Only conversions of this batch.' }),
  credits_min: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Charged, at least.' }),
  credits_max: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Charged, at most.' }),
}

export const HistoryQuery = listQuery(HISTORY_SORT).extend(filters)

/** Filters of every list. */
const everyFamily = {
  family: Family.optional().meta({ description: 'Only items of this family.' }),
  hidden: BooleanText.optional().meta({
    description: '`true`: only hidden conversions; `false`: only those that are not hidden.',
  }),
}

/**
 * All families, with a filter for them; and by ids, to follow many running conversions with one
 * request.
 */
export const ConversionsQuery = HistoryQuery.extend({
  ...everyFamily,
  ids: z
    .string()
    .max(100 * 37)
    .regex(/^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$/)
    .optional()
    .meta({
      description: 'Up to 100 ids, commas between; the page then holds all of them that are the caller’s.',
    }),
  wait: z.coerce.number().min(0).max(60).optional().meta({
    description:
      'With `ids`: seconds to wait until the first of them has ended. Returns at once if one has ended already.',
  }),
})

export const SummaryQuery = z.object({ ...filters, ...everyFamily })

/** All conversions, in the order of the list. */
export const ExportQuery = SummaryQuery.extend({
  sort_by: z
    .enum(HISTORY_SORT)
    .default(HISTORY_SORT[0])
    .meta({ description: 'Property that the list is sorted by.' }),
  sort_dir: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Order: ascending or descending.' }),
})

/**
 * Counting stops at the same limit as in a list: the sum of a million rows must not cost more than
 * the visible rows.
 */
export const ConversionSummary = z
  .object({
    families: z
      .array(
        z.object({
          family: Family,
          count: z.int().min(0).meta({ description: 'Number of conversions of the family.' }),
          count_exact: z.boolean().meta({ description: 'False where there are more than `count`.' }),
        }),
      )
      .meta({ description: 'Every family, whichever one was asked for: this is what can be chosen from.' }),
    count: z.int().min(0).meta({ description: 'How many conversions, the newest, the sums below are of.' }),
    count_exact: z.boolean().meta({ description: 'Whether those are all that match.' }),
    credits_quoted: z.int().min(0).meta({ description: 'Sum of the quoted credits.' }),
    credits_charged: z.int().min(0).meta({ description: 'Sum of the charged credits.' }),
    failed: z
      .int()
      .min(0)
      .meta({ description: 'Without those that were cancelled. Nothing is charged for them.' }),
  })
  .meta({ id: 'ConversionSummary', description: 'Counts of conversions.' })

export const ConversionList = listOf('ConversionList', Conversion)

const history = (path: `/${string}`, auth: 'owner' | 'account', summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth,
    permission: 'history:read',
    area: 'history',
    summary,
    description:
      'Lists conversions newest first, with filters and two kinds of paging: by page number, or by cursor, which is as fast on the last page as on the first.',
    query: HistoryQuery,
    responses: { 200: ConversionList },
  })

/**
 * Hidden conversions leave every list; they and their files stay, and are still found by their ids.
 */
export const HideJson = z
  .strictObject({
    conversion_ids: z
      .array(z.uuid())
      .min(1)
      .max(500)
      .meta({ description: 'Ids of the conversions to hide or to show.' }),
    hidden: z.boolean().default(true).meta({ description: 'False brings them back.' }),
  })
  .meta({ id: 'HideJson', description: 'Conversions to hide or to show.' })
export const Hidden = z
  .object({ conversion_ids: z.array(z.uuid()).meta({ description: 'Those of them that are the caller’s.' }) })
  .meta({ id: 'Hidden', description: 'Conversions that were hidden or shown.' })

const hide = (path: `/${string}`) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'owner',
    permission: 'history:write',
    area: 'history',
    summary: 'Hide conversions from history',
    description:
      'Hidden conversions are left out of lists and counts. They and their files stay and can be read by id. `hidden: false` shows them again.',
    json: HideJson,
    responses: { 200: Hidden },
    problems: ['malformed_body', 'unsupported_media_type'],
  })

export const historyEndpoints = {
  listDocumentHistory: history('/api/v1/pdf_handler/history/', 'owner', 'History of document conversions'),
  listImageHistory: history('/api/v1/convert/image/history/', 'account', 'History of image conversions'),
  hideDocuments: hide('/api/v1/docs_core/visibility/hide/'),
  hideMedia: hide('/api/v1/media_core/visibility/hide/'),
  listConversions: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/',
    auth: 'owner',
    permission: 'history:read',
    area: 'history',
    summary: 'List conversions of every family',
    description:
      'Lists the history of the account, with filters by family, status, format, date and text. Hidden conversions are left out unless `hidden` is true.',
    query: ConversionsQuery,
    responses: { 200: ConversionList },
    extension: true,
  }),
  summariseConversions: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/summary/',
    auth: 'owner',
    permission: 'history:read',
    area: 'history',
    summary: 'Count conversions by family',
    description:
      'Counts what `listConversions` lists with the same filters, with quoted and charged credits.',
    query: SummaryQuery,
    responses: { 200: ConversionSummary },
    extension: true,
  }),
  exportConversions: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/export/',
    auth: 'owner',
    permission: 'history:read',
    area: 'history',
    summary: 'Export conversions as CSV',
    description:
      'Returns the conversions that match the filters as CSV (RFC 4180, UTF-8 with a byte order mark). Cells that a spreadsheet would run as formulas are quoted.',
    query: ExportQuery,
    responses: { 200: BYTES },
    extension: true,
  }),
  getConversion: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/{conversion_id}/',
    auth: 'owner',
    permission: 'history:read',
    area: 'history',
    summary: 'Get a conversion of any family',
    description: 'Returns the same object as the status operations of each family.',
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found'],
    extension: true,
  }),
  removeConversion: endpoint({
    method: 'DELETE',
    path: '/api/v1/conversion/{conversion_id}/',
    auth: 'owner',
    permission: 'history:write',
    area: 'history',
    summary: 'Delete a conversion',
    description:
      'Deletes the conversion with its original and its result. A running conversion is cancelled first. Files in the storage and charged credits stay.',
    params: conversionParams,
    responses: { 204: null },
    problems: ['not_found'],
  }),
} as const
