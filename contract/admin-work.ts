import { z } from 'zod'
import { AdminReason } from './admin-accounts.ts'
import { endpoint } from './endpoint.ts'
import { Family } from './families.ts'
import { listOf, listQuery } from './lists.ts'

/**
 * Conversions and files of all accounts, which administrators can stop and quarantine.
 */

const admin = { auth: 'admin', sessionOnly: true, area: 'admin', extension: true } as const
const act = { ...admin, sensitive: true } as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const instant = z.iso.datetime()

const WorkOwner = z
  .object({
    account_id: z.uuid().meta({ description: 'Id of the account.' }),
    kind: z.enum(['user', 'business', 'visitor']).meta({
      description: 'Whether it is a person’s, a business’s or a visitor’s.',
    }),
    name: z.string().meta({ description: 'User name, or name of the business; empty for a visitor.' }),
  })
  .meta({ id: 'WorkOwner', description: 'Whom a conversion or file belongs to.' })

export const PendingConversion = z
  .object({
    conversion_id: z.uuid().meta({ description: 'Id of the conversion.' }),
    owner: WorkOwner,
    family: Family,
    operation: z.string().meta({ description: 'What is done.', example: 'convert' }),
    source_format: z.string().meta({ description: 'Format of the source.' }),
    target_format: z.string().meta({ description: 'Format of the result.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the source.' }),
    service: z.boolean().meta({ description: 'Whether it is the service’s own: a preview, a seal.' }),
    attempts: z.int().min(0).meta({ description: 'How often it has begun.' }),
    created_at: instant.meta({ description: 'When it was submitted.' }),
    started_at: instant.nullable().meta({ description: 'When it began; null while it waits.' }),
  })
  .meta({ id: 'PendingConversion', description: 'A conversion that waits or runs.' })
export type PendingConversion = z.infer<typeof PendingConversion>

export const QuarantinedFile = z
  .object({
    quarantine_id: z.uuid().meta({ description: 'Id of the quarantine.' }),
    owner: WorkOwner,
    file_name: z.string().meta({ description: 'Name of the file when it was quarantined.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the file.' }),
    sha256: z.string().meta({ description: 'SHA-256 of its content, in hexadecimal.' }),
    reason: z.string().meta({ description: 'Why it was quarantined.' }),
    created_at: instant.meta({ description: 'When it was quarantined.' }),
  })
  .meta({ id: 'QuarantinedFile', description: 'A file that nobody can open until it is released.' })
export type QuarantinedFile = z.infer<typeof QuarantinedFile>

const AccountFile = z
  .object({
    file_id: z.uuid().meta({ description: 'Id of the file.' }),
    file_name: z.string().meta({ description: 'Name of the file.' }),
    format: z.string().nullable().meta({ description: 'Format; null if it is unknown.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the file.' }),
    created_at: instant.meta({ description: 'When it was stored.' }),
    quarantine_id: z.uuid().nullable().meta({ description: 'Id of its quarantine; null if there is none.' }),
  })
  .meta({ id: 'AccountFile', description: 'A stored file of an account, for its administrator.' })

const FileToQuarantine = z
  .strictObject({
    id: z.uuid().optional().meta({
      description: 'Any of the three: id of a stored file, of a conversion or of a document.',
    }),
    file_id: z.uuid().optional().meta({ description: 'Id of a stored file.' }),
    conversion_id: z.uuid().optional().meta({ description: 'Id of a conversion: its result.' }),
    document_id: z
      .uuid()
      .optional()
      .meta({ description: 'Id of a document of the verification of a business.' }),
    reason: AdminReason.meta({ description: 'Reason, for the audit log and the owner.' }),
  })
  .refine(
    ({ id, file_id, conversion_id, document_id }) =>
      [id, file_id, conversion_id, document_id].filter((one) => one !== undefined).length === 1,
    'Name the file by one of id, file_id, conversion_id and document_id.',
  )
  .meta({ id: 'QuarantineFileJson', description: 'Which file to quarantine, and why.' })

const reasonJson = (id: string, description: string) =>
  z
    .strictObject({ reason: AdminReason.meta({ description: 'Reason, for the audit log and the owner.' }) })
    .meta({ id, description })

export const adminWorkEndpoints = {
  listPendingConversions: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/conversions/',
    summary: 'List conversions that wait or run',
    description: 'Lists conversions of all accounts that have not ended, oldest first.',
    query: listQuery(['created_at']).extend({
      sort_dir: z
        .enum(['asc', 'desc'])
        .default('asc')
        .meta({ description: 'Order: ascending or descending.' }),
      conversion_id: z.uuid().optional().meta({ description: 'Only the conversion with this id.' }),
    }),
    responses: { 200: listOf('PendingConversionList', PendingConversion) },
  }),
  cancelConversionOf: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/admin/conversions/{conversion_id}/cancel/',
    summary: 'Cancel a conversion of an account',
    description:
      'Ends a conversion that waits or runs as cancelled. Nothing is charged, and the owner sees the reason.',
    params: z.object({ conversion_id: z.uuid().meta({ description: 'Id of the conversion.' }) }),
    json: reasonJson('CancelConversionOfJson', 'Why a conversion is cancelled.'),
    responses: { 204: null },
    problems: ['not_found', 'already_finished', ...jsonProblems],
  }),
  listAccountFiles: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/accounts/{account_id}/files/',
    summary: 'List the stored files of an account',
    description: 'Lists names and sizes, newest first. Administrators cannot open files of other accounts.',
    params: z.object({ account_id: z.uuid().meta({ description: 'Id of the account.' }) }),
    query: listQuery(['created_at']),
    responses: { 200: listOf('AccountFileList', AccountFile) },
    problems: ['not_found'],
  }),
  listQuarantine: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/quarantine/',
    summary: 'List files in quarantine',
    description: 'Lists files that are in quarantine, newest first.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('QuarantineList', QuarantinedFile) },
  }),
  quarantineFile: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/admin/quarantine/',
    summary: 'Quarantine a file',
    description:
      'Until it is released, nobody can download, preview, share or convert the file, administrators included. Its previews are blocked with it. Its bytes are kept, also when its owner deletes it. The owner is told by mail.',
    json: FileToQuarantine,
    responses: { 201: QuarantinedFile },
    problems: ['not_found', 'file_quarantined', ...jsonProblems],
  }),
  releaseFile: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/admin/quarantine/{quarantine_id}/release/',
    summary: 'Release a file from quarantine',
    description:
      'The file can be opened again. If its owner has deleted it meanwhile, its bytes are deleted.',
    params: z.object({ quarantine_id: z.uuid().meta({ description: 'Id of the quarantine.' }) }),
    json: reasonJson('ReleaseFileJson', 'Why a file is released.'),
    responses: { 204: null },
    problems: ['not_found', ...jsonProblems],
  }),
} as const
