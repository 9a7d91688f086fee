import { z } from 'zod'
import { BooleanText } from './boolean-text.ts'
import { CreatedBy, createdByFilter } from './created-by.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { FAMILIES } from './families.ts'
import { FileName } from './file-name.ts'
import { listOf, listQuery } from './lists.ts'

/** What the user file list may be sorted by, the default first. */
export const USER_FILE_SORT = ['created_at', 'updated_at', 'file_name', 'file_size_bytes'] as const

/** So many files go into one archive, or are deleted and brought back at once. */
export const FILES_AT_ONCE = 1000
/** So many addresses are handed out at once. */
export const DOWNLOADS_AT_ONCE = 100

/** A stored file may be of any kind; what no family knows is `other`. */
export const StoredFamily = z
  .enum([...FAMILIES, 'other'])
  .meta({ id: 'StoredFamily', description: 'Family of a stored file.' })
export type StoredFamily = z.infer<typeof StoredFamily>

const instant = z.iso.datetime()

/**
 * A user file record: one of the account's own files (specification of the identity service, part
 * 2).
 */
export const UserFile = z
  .object({
    id: z.uuid().meta({ description: 'Id of the file.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    s3_key: z.string().meta({ description: 'Key of the file, for use as input of a conversion.' }),
    file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    storage_bytes_recorded: z.int().min(0).meta({
      description:
        'Bytes that this record adds to the counted storage. 0 if another record of the same object is already counted, or if the caller requested it.',
    }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time the file was stored.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
    family: StoredFamily,
    format: z.string().nullable().meta({ description: 'Format; null if unknown.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
    source: z
      .enum(['upload', 'conversion'])
      .meta({ description: 'Whether the file was uploaded or created by a conversion.' }),
    conversion_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the conversion that created the file; null if there is none.' }),
    thumbnail_url: z.string().nullable().meta({
      description: 'Absolute URL of a small image; null if there is none.',
    }),
    download_url: z.string().meta({ description: 'Absolute URL of the content, for the signed-in owner.' }),
    share_count: z.int().min(0).meta({ description: 'Number of share links that currently open the file.' }),
    versions: z.int().min(0).meta({ description: 'Number of stored earlier versions.' }),
    deleted_at: instant
      .nullable()
      .meta({ description: 'Time the file was deleted; null if it is not deleted.' }),
    purge_at: instant
      .nullable()
      .meta({ description: 'Time until which the deleted file can be restored; null if it is not deleted.' }),
    quarantined_at: instant.nullable().optional().meta({
      description:
        'Time an administrator quarantined the file; null if it is not in quarantine. A quarantined file can be renamed and deleted, but not downloaded, previewed, shared or converted.',
    }),
  })
  .meta({ id: 'UserFile', description: 'A stored file.' })
export type UserFile = z.infer<typeof UserFile>

/** What an account keeps, and may keep. An object that two records hold is counted once. */
export const StorageUsage = z
  .object({
    used_bytes: z.int().min(0).meta({
      description: 'Total size of the stored objects of the account in bytes. Each object is counted once.',
    }),
    recorded_bytes: z.int().min(0).meta({ description: 'Sum of `storage_bytes_recorded`.' }),
    quota_bytes: z.int().min(0).meta({ description: 'Storage quota in bytes.' }),
    available_bytes: z.int().min(0).meta({ description: 'Available storage in bytes.' }),
    files: z.int().min(0).meta({ description: 'Number of files.' }),
    families: z
      .array(
        z.object({
          family: StoredFamily,
          files: z.int().min(0).meta({ description: 'Number of files of the family.' }),
          bytes: z.int().min(0).meta({ description: 'Size of the files of the family in bytes.' }),
        }),
      )
      .meta({ description: 'All families, counted by file record.' }),
    deleted: z
      .object({
        files: z.int().min(0).meta({ description: 'Number of files that can be restored.' }),
        bytes: z.int().min(0).meta({ description: 'Size of the files that can be restored, in bytes.' }),
      })
      .meta({ description: 'Deleted files that can be restored. They are not included above.' }),
  })
  .meta({ id: 'StorageUsage', description: 'Storage usage of an account.' })
export type StorageUsage = z.infer<typeof StorageUsage>

export const UserFilesQuery = listQuery(USER_FILE_SORT).extend({
  ...createdByFilter,
  q: z.string().max(100).optional().meta({ description: 'Part of a file name, or a format.' }),
  family: StoredFamily.optional().meta({ description: 'Only files of this family.' }),
  format: z.string().max(32).optional().meta({ description: 'Only files of this format.' }),
  source: z
    .enum(['upload', 'conversion'])
    .optional()
    .meta({ description: 'Only uploaded files, or only files created by a conversion.' }),
  shared: BooleanText.optional().meta({
    description: '`true`: only files that a share link currently opens; `false`: only other files.',
  }),
  deleted: BooleanText.optional().meta({
    description:
      '`true`: only deleted files that can still be restored; `false`: only files that are not deleted.',
  }),
})

export const UserFileList = listOf('UserFileList', UserFile)
  .extend({ storage: StorageUsage })
  .meta({ id: 'UserFilePage', description: 'A page of stored files with the storage usage.' })

const TRACKED =
  'Whether the caller already counts this object, so that the recorded storage usage does not increase again. The quota still applies.'
const alreadyTracked = z.boolean().meta({ description: TRACKED })
export const UserFileForm = z
  .object({
    file: z.file().meta({ description: 'File to store.' }),
    storage_already_tracked: BooleanText.default(false).meta({ description: TRACKED }),
  })
  .meta({ id: 'UserFileForm', description: 'Form with a file to store.' })

export const RegisterJson = z
  .strictObject({
    s3_key: z.string().min(1).max(255).meta({ description: 'Key of an object of the account.' }),
    file_name: FileName.optional(),
    storage_already_tracked: alreadyTracked.default(false),
  })
  .meta({ id: 'RegisterJson', description: 'Object to register as a file.' })

/** A list of ids as JSON has it; a form sends them with commas between. */
const idsOf = (most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z.array(z.uuid()).min(1).max(most),
  )
const ids = z.array(z.uuid()).min(1).max(FILES_AT_ONCE)

/** What a file was before it was replaced. */
export const FileVersion = z
  .object({
    id: z.uuid().meta({ description: 'Id of the version.' }),
    file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    format: z.string().nullable().meta({ description: 'Format; null if unknown.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
    created_at: instant.meta({ description: 'Time this version became the content of the file.' }),
    replaced_at: instant.meta({ description: 'Time the version was replaced.' }),
    download_url: z.string().meta({ description: 'Absolute URL of the content, for the signed-in owner.' }),
    thumbnail_url: z
      .string()
      .nullable()
      .meta({ description: 'Absolute URL of a small image; null if there is none.' }),
  })
  .meta({ id: 'FileVersion', description: 'An earlier version of a file.' })
export type FileVersion = z.infer<typeof FileVersion>
export const FileVersions = z
  .object({ versions: z.array(FileVersion).meta({ description: 'Earlier versions, newest first.' }) })
  .meta({ id: 'FileVersions', description: 'Earlier versions of a file.' })

export const DownloadsJson = z
  .strictObject({
    file_ids: z.array(z.uuid()).min(1).max(DOWNLOADS_AT_ONCE).meta({ description: 'Ids of stored files.' }),
  })
  .meta({ id: 'DownloadsJson', description: 'Files to create download URLs for.' })
export const Downloads = z
  .object({
    downloads: z
      .array(
        z.object({
          id: z.uuid().meta({ description: 'Id of the file.' }),
          file_name: z.string().meta({ description: 'File name.' }),
          download_url: z
            .string()
            .meta({ description: 'Absolute URL of the content. Works without a session until it expires.' }),
          expires_at: instant.meta({ description: 'Expiry time of the URL.' }),
        }),
      )
      .meta({ description: 'A URL for each file.' }),
  })
  .meta({ id: 'Downloads', description: 'Download URLs.' })

export const FilesZipJson = z
  .strictObject({
    file_ids: idsOf(FILES_AT_ONCE).meta({
      description: 'Ids of stored files, separated by commas in a form.',
    }),
    filename: FileName.optional(),
  })
  .meta({ id: 'FilesZipJson', description: 'Files to download as a ZIP.' })

export const DeleteFilesJson = z
  .strictObject({
    file_ids: ids.meta({ description: 'Ids of stored files.' }),
    permanently: z.boolean().default(false).meta({
      description:
        'True deletes the files permanently and immediately. Otherwise they can be restored for 24 hours.',
    }),
  })
  .meta({ id: 'DeleteFilesJson', description: 'Files to delete.' })
export const DeletedFiles = z
  .object({
    file_ids: z.array(z.uuid()).meta({ description: 'Ids of the deleted files; only those of the caller.' }),
    reclaimed_bytes: z.int().min(0).meta({ description: 'Storage freed in bytes.' }),
    purge_at: instant.nullable().meta({
      description: 'Time until which the files can be restored; null if they were deleted permanently.',
    }),
    storage: StorageUsage,
  })
  .meta({ id: 'DeletedFiles', description: 'Deleted files.' })

export const RestoreFilesJson = z
  .strictObject({ file_ids: ids.meta({ description: 'Ids of deleted files.' }) })
  .meta({ id: 'RestoreFilesJson', description: 'Files to restore.' })
export const RestoredFiles = z
  .object({
    file_ids: z.array(z.uuid()).meta({ description: 'Ids of the restored files.' }),
    storage: StorageUsage,
  })
  .meta({ id: 'RestoredFiles', description: 'Restored files.' })

/** An upload in pieces, which goes on where a cut left it. */
export const UploadSession = z
  .object({
    upload_id: z.uuid().meta({ description: 'Id of the upload.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    size_bytes: z.int().min(1).meta({ description: 'Size of the complete file in bytes.' }),
    offset: z.int().min(0).meta({ description: 'Number of received bytes; the offset of the next part.' }),
    expires_at: instant.meta({ description: 'Time an unfinished upload is deleted.' }),
    file: UserFile.nullable().meta({ description: 'Stored file, once the upload is complete; null before.' }),
  })
  .meta({ id: 'UploadSession', description: 'An upload in parts.' })
export type UploadSession = z.infer<typeof UploadSession>

export const UploadSessionJson = z
  .strictObject({
    file_name: FileName,
    size_bytes: z.int().min(1).meta({ description: 'Size of the complete file in bytes.' }),
    storage_already_tracked: alreadyTracked.default(false),
  })
  .meta({ id: 'UploadSessionJson', description: 'A file to upload in parts.' })

const uploadParams = z.object({ upload_id: z.uuid().meta({ description: 'Id of the upload.' }) })
const fileParams = z.object({ file_id: z.uuid().meta({ description: 'Id of the stored file.' }) })

const arrivals = [
  'file_missing',
  'file_empty',
  'file_too_large',
  'upload_incomplete',
  'malicious_file',
  'storage_quota_exceeded',
  'storage_full',
  'unsupported_media_type',
  'malformed_body',
] as const

const list = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'List stored files',
    description:
      'Lists the stored files of the account with filters and paging, together with their storage usage and the quota.',
    query: UserFilesQuery,
    responses: { 200: UserFileList },
  })

/** The two specifications name another status for the same act. */
const upload = <const S extends 200 | 201>(path: `/${string}`, status: S) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Upload a file',
    description:
      'Stores the file in the part `file` in the storage of the account. The quota is checked before and during the upload.',
    form: UserFileForm,
    idempotent: true,
    responses: { [status]: UserFile } as { [K in S]: typeof UserFile },
    problems: [...arrivals, 'idempotency_conflict'],
  })
const register = <const S extends 200 | 201>(path: `/${string}`, status: S) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Register an existing object as a file',
    description:
      'Adds an object of the account, such as the result of a conversion, to its storage without copying it.',
    json: RegisterJson,
    idempotent: true,
    responses: { [status]: UserFile } as { [K in S]: typeof UserFile },
    problems: [
      'not_found',
      'storage_quota_exceeded',
      'malformed_body',
      'unsupported_media_type',
      'idempotency_conflict',
    ],
  })

const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const FILES = '/api/v1/user/storage/files/'
const UPLOADS = '/api/v1/user/storage/uploads/'

export const storageEndpoints = {
  listUserFiles: list(FILES),
  uploadUserFile: upload(`${FILES}upload/`, 201),
  registerUserFile: register(`${FILES}register/`, 201),
  makeDownloads: endpoint({
    method: 'POST',
    path: `${FILES}download/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'Create download URLs for stored files',
    description: 'Returns a URL for each file. The URLs work without a session for five minutes.',
    json: DownloadsJson,
    responses: { 200: Downloads },
    problems: ['not_found', ...jsonProblems],
  }),
  downloadFilesZip: endpoint({
    method: 'POST',
    path: `${FILES}download/zip/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'Download stored files as a ZIP',
    description:
      'Streams the archive. The body can be JSON or a form, so that a browser can save the response.',
    json: FilesZipJson,
    urlencoded: true,
    responses: { 200: BYTES },
    problems: ['not_found', ...jsonProblems],
  }),
  deleteFiles: endpoint({
    method: 'POST',
    path: `${FILES}delete/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Delete stored files',
    description:
      'Deleted files can be restored for 24 hours unless `permanently` is true. Ids of files of other accounts are ignored.',
    json: DeleteFilesJson,
    responses: { 200: DeletedFiles },
    problems: jsonProblems,
  }),
  restoreFiles: endpoint({
    method: 'POST',
    path: `${FILES}restore/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Restore deleted files',
    description: 'Restores files deleted less than 24 hours ago, together with their share links.',
    json: RestoreFilesJson,
    responses: { 200: RestoredFiles },
    problems: [...jsonProblems, 'storage_quota_exceeded'],
    extension: true,
  }),
  getUserFile: endpoint({
    method: 'GET',
    path: `${FILES}{file_id}/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'Get a stored file',
    description: 'Returns the record of the file. Its content is at `download_url`.',
    params: fileParams,
    responses: { 200: UserFile },
    problems: ['not_found'],
    extension: true,
  }),
  renameUserFile: endpoint({
    method: 'PATCH',
    path: `${FILES}{file_id}/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Rename a stored file',
    description: 'Changes the name of the file. The content and the share links are kept.',
    params: fileParams,
    json: z.strictObject({ file_name: FileName }).meta({ id: 'RenameJson', description: 'New file name.' }),
    responses: { 200: UserFile },
    problems: ['not_found', ...jsonProblems],
    extension: true,
  }),
  getUserFileContent: endpoint({
    method: 'GET',
    path: `${FILES}{file_id}/content/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'Download a stored file',
    description: 'Returns the content of the file. Supports one byte range and conditional requests.',
    params: fileParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  getUserFileThumbnail: endpoint({
    method: 'GET',
    path: `${FILES}{file_id}/thumbnail/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'Get a thumbnail of a stored file',
    description: 'Returns a small WebP image. The response is 404 if the file cannot be shown as an image.',
    params: fileParams,
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  listFileVersions: endpoint({
    method: 'GET',
    path: `${FILES}{file_id}/versions/`,
    auth: 'account',
    permission: 'storage:read',
    area: 'storage',
    summary: 'List earlier versions of a file',
    description: 'Lists the previous contents of the file, newest first.',
    params: fileParams,
    responses: { 200: FileVersions },
    problems: ['not_found'],
    extension: true,
  }),
  restoreFileVersion: endpoint({
    method: 'POST',
    path: `${FILES}{file_id}/versions/{version_id}/restore/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Restore an earlier version of a file',
    description: 'Makes the version the content of the file. The current content is kept as a version.',
    params: fileParams.extend({ version_id: z.uuid().meta({ description: 'Id of the version.' }) }),
    responses: { 200: UserFile },
    problems: ['not_found'],
    extension: true,
  }),
  downloadSigned: endpoint({
    method: 'GET',
    path: '/api/v1/user/storage/download/{ticket}/',
    auth: 'open',
    area: 'storage',
    summary: 'Download by a temporary URL',
    description: 'Returns the file at a URL from `makeDownloads` until it expires. Requires no credentials.',
    params: z.object({
      ticket: z.string().min(20).max(200).meta({ description: 'Ticket of the download URL.' }),
    }),
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'link_expired'],
    extension: true,
  }),
  beginUpload: endpoint({
    method: 'POST',
    path: UPLOADS,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Start a resumable upload',
    description:
      'Reserves storage for the file and returns the id of the upload. Refused if the file exceeds the quota.',
    json: UploadSessionJson,
    idempotent: true,
    responses: { 201: UploadSession },
    problems: [
      'storage_quota_exceeded',
      'file_too_large',
      'limit_reached',
      'idempotency_conflict',
      ...jsonProblems,
    ],
    extension: true,
  }),
  getUpload: endpoint({
    method: 'GET',
    path: `${UPLOADS}{upload_id}/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Get the state of an upload',
    description: 'Returns the number of received bytes, so that an interrupted upload can continue.',
    params: uploadParams,
    responses: { 200: UploadSession },
    problems: ['not_found'],
    extension: true,
  }),
  appendToUpload: endpoint({
    method: 'PATCH',
    path: `${UPLOADS}{upload_id}/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Send a part of an upload',
    description: 'Appends bytes at `offset`. The last part stores the file and returns its record.',
    params: uploadParams,
    query: z.object({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .meta({ description: 'Offset of the part: the number of bytes received so far.' }),
    }),
    bytes: true,
    responses: { 200: UploadSession },
    problems: [
      'not_found',
      'upload_offset_mismatch',
      'upload_incomplete',
      'file_too_large',
      'malicious_file',
      'storage_quota_exceeded',
      'storage_full',
      'unsupported_media_type',
    ],
    extension: true,
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: `${UPLOADS}{upload_id}/`,
    auth: 'account',
    permission: 'storage:write',
    area: 'storage',
    summary: 'Cancel an upload',
    description: 'Deletes the received bytes and releases the reserved storage.',
    params: uploadParams,
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),
  listFileRecords: list('/auth/api/v1/storage/files/'),
  uploadFileRecord: upload('/auth/api/v1/storage/files/upload/', 200),
  registerFileRecord: register('/auth/api/v1/storage/files/register/', 200),
} as const
