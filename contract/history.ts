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
      description:
        'Status. `cancelled` matches only cancelled conversions; `failed` does not match them here.',
    }),
  format: z.string().max(32).optional().meta({ description: 'Source or target format.' }),
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
    .meta({ description: 'Minimum of the charged credits.' }),
  credits_max: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Maximum of the charged credits.' }),
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
      description:
        'Up to 100 ids, separated by commas. The page then contains all of these conversions that belong to the caller.',
    }),
  wait: z.coerce.number().min(0).max(60).optional().meta({
    description:
      'With `ids`: maximum seconds to wait until one of the conversions has ended. Returns immediately if one has already ended.',
  }),
})

export const SummaryQuery = z.object({ ...filters, ...everyFamily })

/** All conversions, in the order of the list. */
export const ExportQuery = SummaryQuery.extend({
  sort_by: z.enum(HISTORY_SORT).default(HISTORY_SORT[0]).meta({ description: 'Property to sort by.' }),
  sort_dir: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Sort order: ascending or descending.' }),
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
          count_exact: z.boolean().meta({ description: 'False if there are more than `count`.' }),
        }),
      )
      .meta({ description: 'All families, regardless of the `family` filter.' }),
    count: z
      .int()
      .min(0)
      .meta({ description: 'Number of conversions in the sums below; the newest ones if there are more.' }),
    count_exact: z.boolean().meta({ description: 'Whether the sums cover all matching conversions.' }),
    credits_quoted: z.int().min(0).meta({ description: 'Sum of the quoted credits.' }),
    credits_charged: z.int().min(0).meta({ description: 'Sum of the charged credits.' }),
    failed: z.int().min(0).meta({
      description:
        'Number of failed conversions, without cancelled ones. Failed conversions are not charged.',
    }),
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
      'Lists conversions, newest first, with filters. Pages are selected by number or by cursor; a cursor is equally fast on every page.',
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
    hidden: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the conversions are hidden; false shows them again.' }),
  })
  .meta({ id: 'HideJson', description: 'Conversions to hide or to show.' })
export const Hidden = z
  .object({ conversion_ids: z.array(z.uuid()).meta({ description: 'Given ids that belong to the caller.' }) })
  .meta({ id: 'Hidden', description: 'Hidden or shown conversions.' })

const hide = (path: `/${string}`) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'owner',
    permission: 'history:write',
    area: 'history',
    summary: 'Hide conversions from history',
    description:
      'Hidden conversions are left out of lists and counts. The conversions and their files are kept and can be read by id. `hidden: false` shows them again.',
    json: HideJson,
    responses: { 200: Hidden },
    problems: ['malformed_body', 'unsupported_media_type'],
  })

export const historyEndpoints = {
  listDocumentHistory: history('/api/v1/pdf_handler/history/', 'owner', 'List document conversions'),
  listImageHistory: history('/api/v1/convert/image/history/', 'account', 'List image conversions'),
  hideDocuments: hide('/api/v1/docs_core/visibility/hide/'),
  hideMedia: hide('/api/v1/media_core/visibility/hide/'),
  listConversions: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/',
    auth: 'owner',
    permission: 'history:read',
    area: 'history',
    summary: 'List conversions of all families',
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
      'Counts the conversions that `listConversions` returns for the same filters, with quoted and charged credits.',
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
      'Deletes the conversion with its original and its result. A running conversion is cancelled first. Stored files are kept, and charged credits are not refunded.',
    params: conversionParams,
    responses: { 204: null },
    problems: ['not_found'],
  }),
} as const
