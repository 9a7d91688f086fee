import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { ApiError } from '../../api/errors.ts'

/** What went wrong and what to do, for what no field of a form stands for. */
export function sayError(i18n: I18n, error: unknown): string {
  if (!(error instanceof ApiError))
    return i18n._(msg`Something went wrong on this page. Load it again and try once more.`)
  if (error.code === 'offline') return i18n._(msg`There is no network. Try again once it is back.`)
  if (error.code === 'too_many_requests') {
    const minutes = Math.max(1, Math.ceil((error.problem?.retry_after ?? 60) / 60))
    return i18n._(
      msg({
        message: plural(minutes, {
          one: 'Too many tries. Try again in a minute.',
          other: 'Too many tries. Try again in # minutes.',
        }),
      }),
    )
  }
  if (error.code === 'link_expired')
    return i18n._(
      msg`What was open here has ended, or this browser keeps no cookies. Read it anew, or download it.`,
    )
  if (error.code === 'invalid_request') return error.message
  return i18n._(msg`The service did not answer as it should. Try again in a moment.`)
}
