import { Conversion, conversionParams } from './conversion.ts'
import { Catalog, Credits, ImportJson, StoredUpload } from './convert.ts'
import { BYTES, endpoint } from './endpoint.ts'
import {
  convert,
  convertJson,
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
    permission: 'convert:read',
    area: 'convert',
    summary: 'Get remaining credits',
    description: 'Returns the credits of the account, or the free quota of a visitor without an account.',
    responses: { 200: Credits },
  })

export const convertEndpoints = {
  listDocumentFormats: formats('/api/v1/pdf_handler/formats/', 'List document formats'),
  listDocumentOperations: operations('/api/v1/pdf_handler/operations/', 'List document operations'),
  convertDocument: convert('/api/v1/pdf_handler/convert/', 'Convert a document, multipart body'),
  convertDocumentJson: convertJson('/api/v1/pdf_handler/convert/json/', 'Convert a document, JSON body'),
  validateDocument: validate('/api/v1/pdf_handler/validate/', 'Validate a document conversion', true),
  getPdfConversion: status(
    '/api/v1/pdf_handler/conversion/{conversion_id}/',
    'Get the status of a conversion',
  ),
  downloadDocument: download(
    '/api/v1/pdf_handler/{conversion_id}/download/',
    'Download a converted document',
  ),
  getDocumentConversion: status(
    '/api/v1/docs_core/conversion/{conversion_id}/',
    'Get the status of a document conversion',
  ),
  waitForDocument: wait(
    '/api/v1/docs_core/conversion/wait/{conversion_id}/',
    'Wait until a conversion settles',
  ),
  getDocumentCredits: credits('/api/v1/docs_core/credits/'),
  listImageFormats: formats('/api/v1/convert/image/formats/', 'List image formats'),
  listImageOperations: operations('/api/v1/convert/image/operations/', 'List image operations'),
  convertImage: convert('/api/v1/convert/image/convert/', 'Convert an image'),
  validateImage: validate('/api/v1/convert/image/validate/', 'Validate an image conversion', true),
  getImageConversion: status(
    '/api/v1/convert/image/conversion/{conversion_id}/',
    'Get the status of an image conversion',
  ),
  listVideoFormats: formats('/api/v1/convert/video/formats/', 'List video and audio formats'),
  listVideoOperations: operations(
    '/api/v1/convert/video/operations/',
    'List video and audio operations',
    true,
  ),
  convertVideo: convert('/api/v1/convert/video/convert/', 'Convert a video or audio file'),
  validateVideo: validate('/api/v1/convert/video/validate/', 'Validate a video conversion', true),
  listModelFormats: formats('/api/v1/convert/model/formats/', 'List 3D model formats'),
  listModelOperations: operations('/api/v1/convert/model/operations/', 'List 3D model operations'),
  convertModel: convert('/api/v1/convert/model/convert/', 'Convert a 3D model'),
  validateModel: validate('/api/v1/convert/model/validate/', 'Validate a 3D model conversion', true),
  getModelConversion: status(
    '/api/v1/convert/model/conversion/{conversion_id}/',
    'Get the status of a 3D model conversion',
  ),
  getMediaConversion: status(
    '/api/v1/media_core/conversion/{conversion_id}/',
    'Get the status and download link of a media conversion',
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
  getCatalog: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/catalog/',
    auth: 'anyone',
    permission: 'convert:read',
    area: 'convert',
    summary: 'List formats and operations of all families',
    description:
      'Returns all formats, and all operations with prices and options as JSON Schema. The response can be revalidated by its ETag.',
    responses: { 200: Catalog },
    cache: 'revalidate',
    extension: true,
  }),
  importFile: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/import/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Import a file from a URL',
    description:
      'Downloads the file and stores it for one day. Conversions accept it by its `s3_key`. Private addresses are refused.',
    json: ImportJson,
    responses: { 201: StoredUpload },
    problems: refusals,
    extension: true,
  }),
  downloadOriginal: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/{conversion_id}/original/',
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary: 'Download the original of a conversion',
    description: 'Returns the submitted file until it expires. Supports one byte range.',
    params: conversionParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'expired'],
    extension: true,
  }),
  getThumbnail: endpoint({
    method: 'GET',
    path: '/api/v1/conversion/{conversion_id}/thumbnail/',
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary: 'Get a thumbnail of a conversion',
    description:
      'Returns a small WebP image of the result, or of the original if the result cannot be shown as an image. The response is 404 if neither can.',
    params: conversionParams,
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  cancelConversion: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/{conversion_id}/cancel/',
    auth: 'owner',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Cancel a conversion',
    description:
      'Stops a queued or running conversion. It becomes `failed` with the error `cancelled`, and its held credits are released.',
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found', 'already_finished'],
    extension: true,
  }),
} as const
