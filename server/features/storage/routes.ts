import type { storageEndpoints } from '../../../contract/storage.ts'
import { getFile } from '../../core/present-file.ts'
import { fileAnswer, madeAnswer, storedFileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { deleteFiles, restoreFiles } from './delete-files.ts'
import { fileContent, filesZip, fileThumbnail, makeDownloads, openTicket } from './downloads.ts'
import { listVersions, restoreVersion } from './file-versions.ts'
import { listFiles } from './list-files.ts'
import { registerFile } from './register-file.ts'
import { renameFile } from './rename-file.ts'
import { uploadFile } from './store-upload.ts'
import { appendToUpload, beginUpload, cancelUpload, getUpload } from './upload-sessions.ts'

type Routes = Handlers<keyof typeof storageEndpoints>

const list: Routes['listUserFiles'] = async ({ ctx, query }) => ({
  status: 200,
  body: await listFiles(ctx, query),
})
const upload = async ({
  ctx,
  parts,
  length,
  idempotencyKey,
}: Pick<Parameters<Routes['uploadUserFile']>[0], 'ctx' | 'parts' | 'length' | 'idempotencyKey'>) =>
  getFile(ctx, await uploadFile(ctx, { parts, length }, idempotencyKey))
const register = async ({
  ctx,
  json,
  idempotencyKey,
}: Pick<Parameters<Routes['registerUserFile']>[0], 'ctx' | 'json' | 'idempotencyKey'>) =>
  getFile(ctx, await registerFile(ctx, json, idempotencyKey))

export const storageRoutes: Routes = {
  listUserFiles: list,
  listFileRecords: list,
  uploadUserFile: async (request) => ({ status: 201, body: await upload(request) }),
  uploadFileRecord: async (request) => ({ status: 200, body: await upload(request) }),
  registerUserFile: async (request) => ({ status: 201, body: await register(request) }),
  registerFileRecord: async (request) => ({ status: 200, body: await register(request) }),
  makeDownloads: async ({ ctx, json }) => ({ status: 200, body: await makeDownloads(ctx, json.file_ids) }),
  downloadFilesZip: async ({ ctx, json }) =>
    madeAnswer({ ...(await filesZip(ctx, json)), type: 'application/zip' }),
  deleteFiles: async ({ ctx, json }) => ({ status: 200, body: await deleteFiles(ctx, json) }),
  restoreFiles: async ({ ctx, json }) => ({ status: 200, body: await restoreFiles(ctx, json.file_ids) }),
  getUserFile: async ({ ctx, params }) => ({ status: 200, body: await getFile(ctx, params.file_id) }),
  renameUserFile: async ({ ctx, params, json }) => {
    await renameFile(ctx, params.file_id, json.file_name)
    return { status: 200, body: await getFile(ctx, params.file_id) }
  },
  getUserFileContent: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await fileContent(ctx, params.file_id), range),
  getUserFileThumbnail: async ({ ctx, params, gone }) =>
    storedFileAnswer(ctx.platform.objects, await fileThumbnail(ctx, params.file_id, gone)),
  listFileVersions: async ({ ctx, params }) => ({
    status: 200,
    body: await listVersions(ctx, params.file_id),
  }),
  restoreFileVersion: async ({ ctx, params }) => {
    await restoreVersion(ctx, params.file_id, params.version_id)
    return { status: 200, body: await getFile(ctx, params.file_id) }
  },
  downloadSigned: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await openTicket(ctx, params.ticket), range),
  beginUpload: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await beginUpload(ctx, json, idempotencyKey),
  }),
  getUpload: async ({ ctx, params }) => ({ status: 200, body: await getUpload(ctx, params.upload_id) }),
  appendToUpload: async ({ ctx, params, query, stream, length }) => ({
    status: 200,
    body: await appendToUpload(ctx, params.upload_id, query.offset, { stream: stream(), length }),
  }),
  cancelUpload: async ({ ctx, params }) => {
    await cancelUpload(ctx, params.upload_id)
    return { status: 204 }
  },
}
