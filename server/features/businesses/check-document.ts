import { DOCUMENT_MAX_BYTES } from '../../../contract/businesses.ts'
import { ApiProblem } from '../../core/api-problem.ts'

/** What reviewers can look at: a PDF, and images as scanners and phones make them. */
const FORMATS: readonly string[] = ['pdf', 'jpg', 'png', 'webp', 'tiff', 'heic']

/**
 * Whether a file can be a document. @param format by its bytes; null where nothing is known that
 * looks like it
 * @param path where the request names the file
 * @throws ApiProblem file_empty, file_too_large, unsupported_source
 */
export function checkDocument(
  { filename, size, format }: { filename: string; size: number; format: string | null },
  path: string,
): string {
  const errors = (message: string) => ({ errors: [{ path, message }] })
  if (size === 0)
    throw new ApiProblem('file_empty', `${filename} is empty (0 bytes).`, errors('It is empty.'))
  if (size > DOCUMENT_MAX_BYTES) {
    const most = `${DOCUMENT_MAX_BYTES / 1_000_000} MB`
    throw new ApiProblem(
      'file_too_large',
      `${filename} is larger than ${most}, the most that a document may have. Nothing was added.`,
      errors(`At most ${most}.`),
    )
  }
  if (format === null || !FORMATS.includes(format))
    throw new ApiProblem(
      'unsupported_source',
      `${filename} is not a PDF or an image (JPEG, PNG, WebP, TIFF, HEIC), whatever its file name says. Nothing was added.`,
      { ...errors('Not a PDF or an image.'), allowed: [...FORMATS] },
    )
  return format
}
