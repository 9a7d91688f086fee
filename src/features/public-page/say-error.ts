import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { ApiError } from '../../api/errors.ts'

/** An error that belongs to no form field: what happened and what to do. */
export function sayError(i18n: I18n, error: unknown): string {
  if (!(error instanceof ApiError))
    return i18n._(msg`Something went wrong on this page. Reload it and try again.`)
  if (error.code === 'offline') return i18n._(msg`No connection. Check your network and retry.`)
  if (error.code === 'too_many_requests') {
    const minutes = Math.max(1, Math.ceil((error.problem?.retry_after ?? 60) / 60))
    return i18n._(
      msg({
        message: plural(minutes, {
          one: 'Too many attempts. Try again in a minute.',
          other: 'Too many attempts. Try again in # minutes.',
        }),
      }),
    )
  }
  if (error.code === 'link_expired')
    return i18n._(
      msg`Your reading access has ended, or this browser blocks cookies. Open the file again or download it.`,
    )
  if (error.code === 'invalid_request') return error.message
  return i18n._(msg`The server returned an unexpected response. Try again in a moment.`)
}
