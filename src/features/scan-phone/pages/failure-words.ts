import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../../api/errors.ts'

/** Why a photo was refused, and what to do. */
export function failureWords(i18n: I18n, code: ErrorCode): string {
  switch (code) {
    case 'file_too_large':
    case 'body_too_large':
      return i18n._(msg`The photo is larger than 25 MB. Take it again with fewer pixels.`)
    case 'unsupported_source':
    case 'unsupported_media_type':
      return i18n._(msg`The file is not a JPEG, PNG, WebP or HEIC picture. Take the page again.`)
    case 'inspection_failed':
    case 'file_empty':
      return i18n._(msg`The picture could not be read. Take the page again.`)
    case 'malicious_file':
      return i18n._(msg`The file was refused by the virus scanner. Delete this page.`)
    case 'limit_reached':
      return i18n._(msg`The session has 200 pages, which is the most. Delete pages, then retry.`)
    case 'scan_page_conflict':
      return i18n._(msg`The desk has another photo of this page. Retry adds this one as a new page.`)
    case 'upload_incomplete':
      return i18n._(msg`The photo was damaged on its way. Retry.`)
    default:
      return i18n._(msg`The server refused the photo. Retry, or take the page again.`)
  }
}
