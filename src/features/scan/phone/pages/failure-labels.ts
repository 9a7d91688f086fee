import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../../../api/errors.ts'

/** Why a photo was refused, and what to do. */
export function failureLabels(i18n: I18n, code: ErrorCode): string {
  switch (code) {
    case 'file_too_large':
    case 'body_too_large':
      return i18n._(msg`The photo is larger than 25 MB. Retake it at a lower resolution.`)
    case 'unsupported_source':
    case 'unsupported_media_type':
      return i18n._(msg`The file isn’t a JPEG, PNG, WebP or HEIC image. Retake the page.`)
    case 'inspection_failed':
    case 'file_empty':
      return i18n._(msg`The image couldn’t be read. Retake the page.`)
    case 'malicious_file':
      return i18n._(msg`The malware scanner rejected the file. Delete this page.`)
    case 'limit_reached':
      return i18n._(msg`The session has reached the limit of 200 pages. Delete pages, then retry.`)
    case 'scan_page_conflict':
      return i18n._(msg`The desk already has a photo of this page. Retry to add this one as a new page.`)
    case 'upload_incomplete':
      return i18n._(msg`The photo was damaged during upload. Retry.`)
    default:
      return i18n._(msg`The server rejected the photo. Retry or retake the page.`)
  }
}
