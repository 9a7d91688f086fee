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
    s3_key: z.string().meta({ description: 'Takes the place of a file in a conversion.' }),
    file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    storage_bytes_recorded: z.int().min(0).meta({
      description:
        'What this record adds to the storage that is counted: 0 where another record of the same object counts it already, or the caller said so.',
    }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'When it was stored.' }),
    updated_at: instant.meta({ description: 'When it was last changed.' }),
    family: StoredFamily,
    format: z.string().nullable().meta({ description: 'Null where it is none that we know.' }),
    sha256: z.string().meta({ description: 'Lower-case hex.' }),
    source: z
      .enum(['upload', 'conversion'])
      .meta({ description: 'Whether it was uploaded or made by a conversion.' }),
    conversion_id: z.uuid().nullable().meta({ description: 'The conversion that made it, if one did.' }),
    thumbnail_url: z.string().nullable().meta({
      description: 'Absolute. A small image, drawn by a worker; null where there is none to be had.',
    }),
    download_url: z
      .string()
      .meta({ description: 'Absolute. The bytes themselves, for the signed-in owner.' }),
    share_count: z.int().min(0).meta({ description: 'Links that open it now.' }),
    versions: z.int().min(0).meta({ description: 'What it was before it was replaced, and is kept.' }),
    deleted_at: instant.nullable().meta({ description: 'When it was deleted; null if it is not.' }),
    purge_at: instant.nullable().meta({ description: 'Until when a deleted file can be brought back.' }),
    quarantined_at: instant.nullable().optional().meta({
      description:
        'When an administrator put the file in quarantine; null if it is not in quarantine. It can be renamed and deleted, and not downloaded, previewed, shared or converted.',
    }),
  })
  .meta({ id: 'UserFile', description: 'A stored file.' })
export type UserFile = z.infer<typeof UserFile>

/** What an account keeps, and may keep. An object that two records hold is counted once. */
export const StorageUsage = z
  .object({
    used_bytes: z.int().min(0).meta({ description: 'Of the objects that the account’s files hold.' }),
    recorded_bytes: z.int().min(0).meta({ description: 'The sum of `storage_bytes_recorded`.' }),
    quota_bytes: z.int().min(0).meta({ description: 'Storage that the account may use.' }),
    available_bytes: z.int().min(0).meta({ description: 'Storage that is left.' }),
    files: z.int().min(0).meta({ description: 'Number of files.' }),
    families: z
      .array(
        z.object({
          family: StoredFamily,
          files: z.int().min(0).meta({ description: 'Number of files of the family.' }),
          bytes: z.int().min(0).meta({ description: 'Size of the files of the family.' }),
        }),
      )
      .meta({ description: 'Every family, by the records of it.' }),
    deleted: z
      .object({
        files: z.int().min(0).meta({ description: 'Number of files that can be restored.' }),
        bytes: z.int().min(0).meta({ description: 'Size of the files that can be restored.' }),
      })
      .meta({ description: 'What can still be brought back. It is not counted above.' }),
  })
  .meta({ id: 'StorageUsage', description: 'Storage that an account uses.' })
export type StorageUsage = z.infer<typeof StorageUsage>

export const UserFilesQuery = listQuery(USER_FILE_SORT).extend({
  ...createdByFilter,
  q: z.string().max(100).optional().meta({ description: 'Part of a file name, or a format.' }),
  family: StoredFamily.optional().meta({ description: 'Only files of this family.' }),
  format: z.string().max(32).optional().meta({ description: 'Only files of this format.' }),
  source: z
    .enum(['upload', 'conversion'])
    .optional()
    .meta({ description: 'Only files that were uploaded, or that a conversion made.' }),
  shared: BooleanText.optional().meta({
    description: '`true`: only files that a share link opens now; `false`: only those that none opens.',
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
  'Whether the caller has counted this object already: then the recorded storage usage is not increased again. The quota still applies.'
const alreadyTracked = z.boolean().meta({ description: TRACKED })
export const UserFileForm = z
  .object({
    file: z.file().meta({ description: 'The file.' }),
    storage_already_tracked: BooleanText.default(false).meta({ description: TRACKED }),
  })
  .meta({ id: 'UserFileForm', description: 'Form with a file to store.' })

export const RegisterJson = z
  .strictObject({
    s3_key: z.string().min(1).max(255).meta({ description: 'Of an object of one’s own.' }),
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
    created_at: instant.meta({ description: 'When the file became this.' }),
    replaced_at: instant.meta({ description: 'When it was replaced.' }),
    download_url: z.string().meta({ description: 'Absolute. The bytes, for the signed-in owner.' }),
    thumbnail_url: z.string().nullable().meta({ description: 'Absolute.' }),
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
            .meta({ description: 'Absolute. Opens without a session, until it expires.' }),
          expires_at: instant.meta({ description: 'When the URL stops working.' }),
        }),
      )
      .meta({ description: 'A URL for each file.' }),
  })
  .meta({ id: 'Downloads', description: 'Download URLs.' })

export const FilesZipJson = z
  .strictObject({
    file_ids: idsOf(FILES_AT_ONCE).meta({
      description: 'Ids of stored files. A form separates them by commas.',
    }),
    filename: FileName.optional(),
  })
  .meta({ id: 'FilesZipJson', description: 'Files to download as a ZIP.' })

export const DeleteFilesJson = z
  .strictObject({
    file_ids: ids.meta({ description: 'Ids of stored files.' }),
    permanently: z.boolean().default(false).meta({
      description: 'True deletes them permanently at once. Otherwise they can be restored for 24 hours.',
    }),
  })
  .meta({ id: 'DeleteFilesJson', description: 'Files to delete.' })
export const DeletedFiles = z
  .object({
    file_ids: z
      .array(z.uuid())
      .meta({ description: 'Those of them that were the caller’s and are deleted now.' }),
    reclaimed_bytes: z.int().min(0).meta({ description: 'Bytes that became free.' }),
    purge_at: instant
      .nullable()
      .meta({ description: 'Until when they can be restored; null if they were deleted permanently.' }),
    storage: StorageUsage,
  })
  .meta({ id: 'DeletedFiles', description: 'Files that were deleted.' })

export const RestoreFilesJson = z
  .strictObject({ file_ids: ids.meta({ description: 'Ids of deleted files.' }) })
  .meta({ id: 'RestoreFilesJson', description: 'Files to restore.' })
export const RestoredFiles = z
  .object({
    file_ids: z.array(z.uuid()).meta({ description: 'Ids of the files that were restored.' }),
    storage: StorageUsage,
  })
  .meta({ id: 'RestoredFiles', description: 'Files that were restored.' })

/** An upload in pieces, which goes on where a cut left it. */
export const UploadSession = z
  .object({
    upload_id: z.uuid().meta({ description: 'Id of the upload.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    size_bytes: z.int().min(1).meta({ description: 'Size of the whole file in bytes.' }),
    offset: z.int().min(0).meta({ description: 'Bytes that have arrived: the next piece begins here.' }),
    expires_at: instant.meta({ description: 'When an unfinished upload is deleted.' }),
    file: UserFile.nullable().meta({ description: 'Once all of it has arrived.' }),
  })
  .meta({ id: 'UploadSession', description: 'An upload in parts.' })
export type UploadSession = z.infer<typeof UploadSession>

export const UploadSessionJson = z
  .strictObject({
    file_name: FileName,
    size_bytes: z.int().min(1).meta({ description: 'Size of the whole file in bytes.' }),
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
    summary: 'List user-managed files',
    description:
      'Lists the stored files of the account with filters and paging, together with the storage that they use and the quota.',
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
    summary: 'Upload a new file',
    description:
      'Stores the file of the part `file` in the storage of the account. The quota is checked before and while the bytes arrive.',
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
      'Adds an object that the account owns, such as the result of a conversion, to its storage without copying it.',
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
    description: 'Returns a URL for each file that works without a session for five minutes.',
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
      'Writes the archive while it is sent. The body can be JSON or a form, so that a browser can save the answer.',
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
      "Deleted files can be restored for a day unless `permanently` is true. Ids of files that are not the caller's are ignored.",
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
    description: 'Restores files that were deleted less than a day ago, together with their share links.',
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
    description: 'Returns the record of the file, not its bytes; those are at `download_url`.',
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
    description: 'Changes the name of the record. The bytes and the share links stay.',
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
    description: 'Returns the bytes of the file. Supports one byte range and conditional requests.',
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
    description: 'Returns a small WebP image. The answer is 404 if the file cannot be shown as an image.',
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
    description: 'Lists what the file was before it was replaced, newest first.',
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
    description: 'Makes the version the content of the file. The present content is kept as a version.',
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
    summary: 'Download by a prepared URL',
    description: 'Serves a URL from `makeDownloads` until it expires. Needs no credentials.',
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
    summary: 'Begin a resumable upload',
    description:
      'Reserves space for the file and returns the id of the upload. Refused if the file does not fit the quota.',
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
    description: 'Returns how many bytes have arrived, so that an interrupted upload can continue.',
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
    description:
      'Appends bytes at `offset`. The part that completes the file stores it and returns its record.',
    params: uploadParams,
    query: z.object({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .meta({ description: 'Number of bytes that have arrived, where this part begins.' }),
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
    description: 'Deletes the bytes that have arrived and releases the reserved space.',
    params: uploadParams,
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),
  listFileRecords: list('/auth/api/v1/storage/files/'),
  uploadFileRecord: upload('/auth/api/v1/storage/files/upload/', 200),
  registerFileRecord: register('/auth/api/v1/storage/files/register/', 200),
} as const
