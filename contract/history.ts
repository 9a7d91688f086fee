import { z } from 'zod'
import { Conversion, ConversionStatus, conversionParams } from './conversion.ts'
import { endpoint } from './endpoint.ts'
import { Family } from './families.ts'
import { listOf, listQuery } from './lists.ts'

/** What history may be sorted by, the default first. */
export const HISTORY_SORT = ['created_at', 'filename', 'size_bytes'] as const

const filters = {
  q: z.string().max(100).optional().meta({ description: 'Part of a file name, a format, or an id.' }),
  status: z
    .enum([...ConversionStatus.options, 'cancelled'])
    .optional()
    .meta({
      description: '`cancelled` is the part of `failed` that was stopped; `failed` leaves it out here.',
    }),
  format: z.string().max(32).optional().meta({ description: 'As source or as target.' }),
  created_after: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
  batch_id: z.uuid().optional(),
}

export const HistoryQuery = listQuery(HISTORY_SORT).extend(filters)

/** Of every family, with the filter for it; and by ids, which is how many live conversions are followed with one request. */
export const ConversionsQuery = HistoryQuery.extend({
  family: Family.optional(),
  ids: z
    .string()
    .max(100 * 37)
    .regex(/^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$/)
    .optional()
    .meta({
      description: 'Up to 100 ids, commas between; the page then holds all of them that are the caller’s.',
    }),
})

export const ConversionList = listOf('ConversionList', Conversion)

const history = (path: `/${string}`, auth: 'owner' | 'account', summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth,
    area: 'history',
    summary,
    query: HistoryQuery,
    responses: { 200: ConversionList },
  })

export const historyEndpoints = {
  listDocumentHistory: history('/api/v1/pdf_handler/history/', 'owner', 'History of document conversions'),
  listImageHistory: history('/api/v1/convert/image/history/', 'account', 'History of image conversions'),
  listConversions: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/',
    auth: 'owner',
    area: 'history',
    summary: 'Conversions of every family',
    query: ConversionsQuery,
    responses: { 200: ConversionList },
    extension: true,
  }),
  getConversion: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/{conversion_id}/',
    auth: 'owner',
    area: 'history',
    summary: 'A conversion, whatever its family',
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found'],
    extension: true,
  }),
  removeConversion: endpoint({
    method: 'DELETE',
    path: '/api/v1/conversion/{conversion_id}/',
    auth: 'owner',
    area: 'history',
    summary: 'Remove a conversion with its original and its output',
    params: conversionParams,
    responses: { 204: null },
    problems: ['not_found'],
  }),
} as const
