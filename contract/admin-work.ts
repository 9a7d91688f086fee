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
      description: 'Whether the owner is a user, a business or a visitor.',
    }),
    name: z.string().meta({ description: 'User name or name of the business; empty for a visitor.' }),
  })
  .meta({ id: 'WorkOwner', description: 'Owner of a conversion or file.' })

export const PendingConversion = z
  .object({
    conversion_id: z.uuid().meta({ description: 'Id of the conversion.' }),
    owner: WorkOwner,
    family: Family,
    operation: z.string().meta({ description: 'Name of the operation.', example: 'convert' }),
    source_format: z.string().meta({ description: 'Format of the original.' }),
    target_format: z.string().meta({ description: 'Format of the result.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the original in bytes.' }),
    service: z.boolean().meta({
      description: 'Whether the service runs the conversion for itself, for example a preview or a seal.',
    }),
    attempts: z.int().min(0).meta({ description: 'Number of attempts.' }),
    created_at: instant.meta({ description: 'Time of submission.' }),
    started_at: instant
      .nullable()
      .meta({ description: 'Time processing started; null while the conversion is queued.' }),
  })
  .meta({ id: 'PendingConversion', description: 'A queued or running conversion.' })
export type PendingConversion = z.infer<typeof PendingConversion>

export const QuarantinedFile = z
  .object({
    quarantine_id: z.uuid().meta({ description: 'Id of the quarantine entry.' }),
    owner: WorkOwner,
    file_name: z.string().meta({ description: 'File name at the time of the quarantine.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the content in hexadecimal.' }),
    reason: z.string().meta({ description: 'Reason of the quarantine.' }),
    created_at: instant.meta({ description: 'Time of the quarantine.' }),
  })
  .meta({ id: 'QuarantinedFile', description: 'A file that nobody can open until it is released.' })
export type QuarantinedFile = z.infer<typeof QuarantinedFile>

const AccountFile = z
  .object({
    file_id: z.uuid().meta({ description: 'Id of the file.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    format: z.string().nullable().meta({ description: 'Format; null if it is unknown.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    created_at: instant.meta({ description: 'Time the file was stored.' }),
    quarantine_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the quarantine entry; null if the file is not in quarantine.' }),
  })
  .meta({ id: 'AccountFile', description: 'A stored file of an account, for administrators.' })

const FileToQuarantine = z
  .strictObject({
    id: z.uuid().optional().meta({
      description: 'Id of a stored file, a conversion or a verification document.',
    }),
    file_id: z.uuid().optional().meta({ description: 'Id of a stored file.' }),
    conversion_id: z
      .uuid()
      .optional()
      .meta({ description: 'Id of a conversion whose result is quarantined.' }),
    document_id: z.uuid().optional().meta({ description: 'Id of a verification document of a business.' }),
    reason: AdminReason.meta({ description: 'Reason for the audit log and the owner.' }),
  })
  .refine(
    ({ id, file_id, conversion_id, document_id }) =>
      [id, file_id, conversion_id, document_id].filter((one) => one !== undefined).length === 1,
    'Name the file by one of id, file_id, conversion_id and document_id.',
  )
  .meta({ id: 'QuarantineFileJson', description: 'File to quarantine, and the reason.' })

const reasonJson = (id: string, description: string) =>
  z
    .strictObject({ reason: AdminReason.meta({ description: 'Reason for the audit log and the owner.' }) })
    .meta({ id, description })

export const adminWorkEndpoints = {
  listPendingConversions: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/conversions/',
    summary: 'List queued and running conversions',
    description: 'Lists unfinished conversions of all accounts, oldest first.',
    query: listQuery(['created_at']).extend({
      sort_dir: z
        .enum(['asc', 'desc'])
        .default('asc')
        .meta({ description: 'Sort order: ascending or descending.' }),
      conversion_id: z.uuid().optional().meta({ description: 'Only the conversion with this id.' }),
    }),
    responses: { 200: listOf('PendingConversionList', PendingConversion) },
  }),
  cancelConversionOf: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/admin/conversions/{conversion_id}/cancel/',
    summary: 'Cancel a conversion of an account',
    description: 'Cancels a queued or running conversion. Nothing is charged, and the owner sees the reason.',
    params: z.object({ conversion_id: z.uuid().meta({ description: 'Id of the conversion.' }) }),
    json: reasonJson('CancelConversionOfJson', 'Reason for cancelling a conversion.'),
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
    description: 'Lists quarantined files, newest first.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('QuarantineList', QuarantinedFile) },
  }),
  quarantineFile: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/admin/quarantine/',
    summary: 'Quarantine a file',
    description:
      'Until the file is released, nobody can download, preview, share or convert it, including administrators. Its previews are blocked too. Its content is kept even if the owner deletes the file. The owner is notified by e-mail.',
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
      'The file can be opened again. If the owner deleted the file in the meantime, its content is deleted.',
    params: z.object({ quarantine_id: z.uuid().meta({ description: 'Id of the quarantine entry.' }) }),
    json: reasonJson('ReleaseFileJson', 'Reason for releasing a file.'),
    responses: { 204: null },
    problems: ['not_found', ...jsonProblems],
  }),
} as const
