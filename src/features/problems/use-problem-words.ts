import { useLingui } from '@lingui/react/macro'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { PROBLEM_TEXT } from './problem-text.ts'

/** One line for a form, a row or a toast: what happened and what to do. */
export function useProblemWords(): (error: unknown) => string {
  const { i18n } = useLingui()
  return (error) => {
    const { code }: ApiError = toApiError(error)
    const { title, next } = PROBLEM_TEXT[code]
    return `${i18n._(title)}. ${i18n._(next)}`
  }
}
