import { z } from 'zod'
import { Accepted } from './conversion.ts'
import { BYTES, endpoint } from './endpoint.ts'
import {
  CreateScanJson,
  DeskPageForm,
  FinalizeScanJson,
  Paired,
  PairJson,
  SCAN_LIMITS,
  ScanPage,
  ScanPageForm,
  ScanPairing,
  ScanQuote,
  ScanSession,
  ScanSessionList,
  ScanSessionMade,
  ScanSessionsQuery,
  StoredPageJson,
  scanPollQuery,
  UpdatePairJson,
  UpdateScanJson,
  UpdateScanPageJson,
} from './scan.ts'

const SCAN = '/api/v1/pdf_handler/scan/'
const SESSION = `${SCAN}sessions/{session_id}/` as const
const PAIR = `${SCAN}pair/` as const

const session = z.object({ session_id: z.uuid().meta({ description: 'Id of the scan session.' }) })
const page = z.object({ page_id: z.uuid().meta({ description: 'Id of the page.' }) })
const sessionPage = session.extend(page.shape)
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const photoProblems = [
  'malformed_body',
  'upload_incomplete',
  'file_missing',
  'file_empty',
  'file_too_large',
  'unsupported_source',
  'unsupported_media_type',
  'inspection_failed',
  'malicious_file',
  'storage_full',
  'scan_page_conflict',
  'limit_reached',
] as const

const imageQuery = z.object({
  variant: z.enum(['thumb', 'page', 'original']).default('thumb').meta({
    description: '`thumb`: 320 px. `page`: 1600 px. `original`: the uploaded photo without its metadata.',
  }),
  v: z.coerce
    .number()
    .int()
    .optional()
    .meta({ description: 'Ignored. Distinguishes versions of an image in URLs.' }),
})

const desk = { auth: 'account', area: 'scan' } as const
const read = { ...desk, permission: 'convert:read' } as const
const write = { ...desk, permission: 'convert:write' } as const
/** Authenticated by the pairing token only; credentials of accounts are refused. */
const phone = { auth: 'paired', area: 'scan' } as const
/** An unknown token and an ended session get the same response. */
const unpaired = ['not_found'] as const

export const scanEndpoints = {
  createScanSession: endpoint({
    ...write,
    method: 'POST',
    path: `${SCAN}sessions/`,
    summary: 'Open a scan session',
    description:
      'Opens a session that phones join with the pairing link or the code. Both are only in this response. A session expires after 30 minutes without a request, and after 24 hours at the latest.',
    json: CreateScanJson,
    idempotent: true,
    responses: { 201: ScanSessionMade },
    problems: ['limit_reached', 'idempotency_conflict', ...jsonProblems],
  }),
  listScanSessions: endpoint({
    ...read,
    method: 'GET',
    path: `${SCAN}sessions/`,
    summary: 'List scan sessions',
    description: 'Lists the sessions of the last 30 days, newest first, without their pages.',
    query: ScanSessionsQuery,
    responses: { 200: ScanSessionList },
    extension: true,
  }),
  getScanSession: endpoint({
    ...read,
    method: 'GET',
    path: SESSION,
    summary: 'Get a scan session',
    description:
      'Returns the session with its phones and pages. With `since` and `wait`, the response is delayed until something changes.',
    params: session,
    query: scanPollQuery,
    responses: { 200: ScanSession },
    problems: ['not_found'],
  }),
  updateScanSession: endpoint({
    ...write,
    method: 'PATCH',
    path: SESSION,
    summary: 'Update a scan session',
    description: 'Changes the title or the order of the pages. Phones see the changes immediately.',
    params: session,
    json: UpdateScanJson,
    responses: { 200: ScanSession },
    problems: ['not_found', 'scan_closed', ...jsonProblems],
    extension: true,
  }),
  endScanSession: endpoint({
    ...write,
    method: 'DELETE',
    path: SESSION,
    summary: 'End a scan session',
    description:
      'Ends the session for all phones and deletes its photos. Created PDFs and the entry in the list are kept.',
    params: session,
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),
  pairScanSession: endpoint({
    ...write,
    method: 'POST',
    path: `${SESSION}pairing/`,
    summary: 'Create a pairing link',
    description:
      'Returns a new pairing link and a new code; the previous code stops working. Paired phones stay paired.',
    params: session,
    responses: { 201: ScanPairing },
    problems: ['not_found', 'scan_closed'],
    extension: true,
  }),
  addScanPage: endpoint({
    ...write,
    method: 'POST',
    path: `${SESSION}pages/`,
    summary: 'Add a page from a file',
    description:
      'Adds an uploaded or stored image as a page. The response is 200 if the page already exists with the same content.',
    params: session,
    form: DeskPageForm,
    fileLimit: SCAN_LIMITS.photoBytes,
    json: StoredPageJson,
    responses: { 201: ScanPage, 200: ScanPage },
    problems: ['not_found', 'scan_closed', ...photoProblems],
    extension: true,
  }),
  updateScanPage: endpoint({
    ...write,
    method: 'PATCH',
    path: `${SESSION}pages/{page_id}/`,
    summary: 'Update a page',
    description:
      'Sets corners, rotation, filter and layout, or requests a new photo from the phones. The photo itself is not changed.',
    params: sessionPage,
    json: UpdateScanPageJson,
    responses: { 200: ScanPage },
    problems: ['not_found', 'scan_closed', 'scan_page_changed', ...jsonProblems],
    extension: true,
  }),
  deleteScanPage: endpoint({
    ...write,
    method: 'DELETE',
    path: `${SESSION}pages/{page_id}/`,
    summary: 'Delete a page',
    description: 'Deletes the page. It can be restored for ten minutes.',
    params: sessionPage,
    responses: { 204: null },
    problems: ['not_found', 'scan_closed'],
    extension: true,
  }),
  restoreScanPage: endpoint({
    ...write,
    method: 'POST',
    path: `${SESSION}pages/{page_id}/restore/`,
    summary: 'Restore a deleted page',
    description: 'Restores a page at its position within ten minutes of its deletion.',
    params: sessionPage,
    responses: { 200: ScanPage },
    problems: ['not_found', 'scan_closed', 'limit_reached'],
    extension: true,
  }),
  getScanImage: endpoint({
    ...read,
    method: 'GET',
    path: `${SESSION}pages/{page_id}/image/`,
    summary: 'Get the image of a page',
    description: 'Returns the upright photo, without perspective correction, in one of three sizes.',
    params: sessionPage,
    query: imageQuery,
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  quoteScan: endpoint({
    ...read,
    method: 'POST',
    path: `${SESSION}quote/`,
    summary: 'Get price and size of the PDF',
    description:
      'Returns the price and the estimated size of the PDF that a finalize request with the same body would create.',
    params: session,
    json: FinalizeScanJson,
    responses: { 200: ScanQuote },
    problems: ['not_found', ...jsonProblems],
    extension: true,
  }),
  finalizeScan: endpoint({
    ...write,
    method: 'POST',
    path: `${SESSION}finalize/`,
    summary: 'Create a PDF from the pages',
    description:
      'Starts a conversion of the current pages; later changes do not affect it. The status operations of documents report its progress. An open session can be finalized again.',
    params: session,
    json: FinalizeScanJson,
    idempotent: true,
    responses: { 202: Accepted },
    problems: [
      'not_found',
      'scan_closed',
      'scan_incomplete',
      'invalid_options',
      'insufficient_credits',
      'spend_limit_reached',
      'idempotency_conflict',
      'share_rule',
      ...jsonProblems,
    ],
  }),
  pairPhone: endpoint({
    method: 'POST',
    path: PAIR,
    auth: 'open',
    area: 'scan',
    summary: 'Pair a phone with a code',
    description: 'Exchanges the code shown at the desk, once, for the pairing token.',
    json: PairJson,
    responses: { 200: Paired },
    problems: [...unpaired, ...jsonProblems],
    extension: true,
  }),
  getPairedSession: endpoint({
    ...phone,
    method: 'GET',
    path: PAIR,
    summary: 'Get the session of a phone',
    description: 'Returns the session paired with the token. The request marks the phone as connected.',
    query: scanPollQuery.extend({
      phone_id: z.uuid().optional().meta({ description: 'Id generated by the phone.' }),
    }),
    responses: { 200: ScanSession },
    problems: [...unpaired, 'limit_reached'],
  }),
  updatePairedSession: endpoint({
    ...phone,
    method: 'PATCH',
    path: PAIR,
    summary: 'Update the session from a phone',
    description: 'Sets the name of the phone or the order of the pages.',
    json: UpdatePairJson,
    responses: { 200: ScanSession },
    problems: [...unpaired, 'limit_reached', ...jsonProblems],
    extension: true,
  }),
  addPairedPage: endpoint({
    method: 'POST',
    path: `${PAIR}pages/`,
    auth: 'paired',
    area: 'scan',
    summary: 'Add a page from a phone',
    description:
      'Uploads a photo of a page, and before it a small preview. The token is sent as a bearer token or in the field `pairing_token`. A repeated upload with the same id and content returns 200 and adds nothing.',
    form: ScanPageForm,
    fileLimit: SCAN_LIMITS.photoBytes,
    responses: { 201: ScanPage, 200: ScanPage },
    problems: [...unpaired, ...photoProblems],
  }),
  updatePairedPage: endpoint({
    ...phone,
    method: 'PATCH',
    path: `${PAIR}pages/{page_id}/`,
    summary: 'Update a page from a phone',
    description:
      'Sets corners, rotation, filter and layout, or declines a request for a new photo. The photo itself is not changed.',
    params: page,
    json: UpdateScanPageJson,
    responses: { 200: ScanPage },
    problems: [...unpaired, 'scan_page_changed', ...jsonProblems],
    extension: true,
  }),
  deletePairedPage: endpoint({
    ...phone,
    method: 'DELETE',
    path: `${PAIR}pages/{page_id}/`,
    summary: 'Delete a page from a phone',
    description: 'Deletes the page. It can be restored for ten minutes.',
    params: page,
    responses: { 204: null },
    problems: unpaired,
  }),
  restorePairedPage: endpoint({
    ...phone,
    method: 'POST',
    path: `${PAIR}pages/{page_id}/restore/`,
    summary: 'Restore a deleted page from a phone',
    description: 'Restores a page at its position within ten minutes of its deletion.',
    params: page,
    responses: { 200: ScanPage },
    problems: [...unpaired, 'limit_reached'],
    extension: true,
  }),
  getPairedImage: endpoint({
    ...phone,
    method: 'GET',
    path: `${PAIR}pages/{page_id}/image/`,
    summary: 'Get the image of a page on a phone',
    description: 'Returns the upright photo, without perspective correction, in one of three sizes.',
    params: page,
    query: imageQuery,
    responses: { 200: BYTES },
    problems: unpaired,
    extension: true,
  }),
} as const
