import { useLingui } from '@lingui/react/macro'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { formatSeconds } from '../../lib/format-duration.ts'
import { PROBLEM_TEXT } from './problem-text.ts'

/** An error on one line for a form, a row or a toast: what happened and what to do. */
export function useProblemLabels(): (error: unknown) => string {
  const { i18n, t } = useLingui()
  return (error) => {
    const { code, problem }: ApiError = toApiError(error)
    const { title, next } = PROBLEM_TEXT[code]
    const wait = problem?.retry_after && formatSeconds(problem.retry_after)
    return `${i18n._(title)}. ${wait ? t`Wait ${wait}, then retry.` : i18n._(next)}`
  }
}
