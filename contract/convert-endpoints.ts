import { Conversion, conversionParams } from './conversion.ts'
import { Credits, ImportJson, StoredUpload } from './convert.ts'
import { endpoint } from './endpoint.ts'
import {
  convert,
  download,
  formats,
  operations,
  refusals,
  status,
  validate,
  wait,
  waitForEither,
} from './family-routes.ts'

const credits = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'anyone',
    area: 'convert',
    summary: 'Remaining credits',
    responses: { 200: Credits },
  })

export const convertEndpoints = {
  listDocumentFormats: formats('/api/v1/pdf_handler/formats/', 'Supported document types'),
  listDocumentOperations: operations('/api/v1/pdf_handler/operations/', 'Operations for a from/to pair'),
  convertDocument: convert('/api/v1/pdf_handler/convert/', 'Convert a document, multipart body'),
  convertDocumentJson: convert('/api/v1/pdf_handler/convert/json/', 'Convert a document, JSON body'),
  validateDocument: validate('/api/v1/pdf_handler/validate/', 'Dry run of a document conversion', true),
  getPdfConversion: status('/api/v1/pdf_handler/conversion/{conversion_id}/', 'Conversion status'),
  downloadDocument: download(
    '/api/v1/pdf_handler/{conversion_id}/download/',
    'Download a converted document',
  ),
  getDocumentConversion: status(
    '/api/v1/docs_core/conversion/{conversion_id}/',
    'Status of a document conversion',
  ),
  waitForDocument: wait(
    '/api/v1/docs_core/conversion/wait/{conversion_id}/',
    'Wait until a conversion settles',
  ),
  getDocumentCredits: credits('/api/v1/docs_core/credits/'),
  listImageFormats: formats('/api/v1/convert/image/formats/', 'List image formats'),
  listImageOperations: operations('/api/v1/convert/image/operations/', 'List image operations'),
  convertImage: convert('/api/v1/convert/image/convert/', 'Convert an image'),
  validateImage: validate('/api/v1/convert/image/validate/', 'Dry run of an image conversion', true),
  getImageConversion: status('/api/v1/convert/image/conversion/{conversion_id}/', 'Image conversion info'),
  listVideoFormats: formats('/api/v1/convert/video/formats/', 'List video and audio formats'),
  listVideoOperations: operations(
    '/api/v1/convert/video/operations/',
    'List video and audio operations',
    true,
  ),
  convertVideo: convert('/api/v1/convert/video/convert/', 'Convert a video or a sound'),
  validateVideo: validate('/api/v1/convert/video/validate/', 'Dry run of a video conversion', true),
  listModelFormats: formats('/api/v1/convert/model/formats/', 'List 3D model formats'),
  listModelOperations: operations('/api/v1/convert/model/operations/', 'List 3D model operations'),
  convertModel: convert('/api/v1/convert/model/convert/', 'Convert a 3D model'),
  validateModel: validate('/api/v1/convert/model/validate/', 'Dry run of a 3D model conversion', true),
  getModelConversion: status('/api/v1/convert/model/conversion/{conversion_id}/', '3D model conversion info'),
  getMediaConversion: status(
    '/api/v1/media_core/conversion/{conversion_id}/',
    'Status and download link of a media conversion',
  ),
  waitForMedia: waitForEither(
    '/api/v1/media_core/conversion/wait/{conversion_id}/',
    'Wait until a media conversion or a batch settles',
  ),
  downloadMedia: download(
    '/api/v1/media_core/files/{conversion_id}/download/',
    'Download a converted media file',
  ),
  getMediaCredits: credits('/api/v1/media_core/credits/'),
  importFile: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/import/',
    auth: 'anyone',
    area: 'convert',
    summary: 'Fetch a file from an address and keep it for a day, to be converted by its key',
    json: ImportJson,
    responses: { 201: StoredUpload },
    problems: refusals,
    extension: true,
  }),
  cancelConversion: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/{conversion_id}/cancel/',
    auth: 'owner',
    area: 'convert',
    summary: 'Stop a conversion that is waiting or running; its credits are released',
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found', 'already_finished'],
    extension: true,
  }),
} as const
