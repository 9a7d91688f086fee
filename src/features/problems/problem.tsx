import { useLingui } from '@lingui/react/macro'
import { CloudOffIcon, WifiOffIcon } from 'lucide-react'
import { toApiError } from '../../api/errors.ts'
import { Failure } from '../../ui/failure.tsx'
import { PROBLEM_TEXT } from './problem-text.ts'

/** The error state of data: the cause, and one action. */
export function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui()
  const { code, requestId } = toApiError(error)
  const words = PROBLEM_TEXT[code]
  return (
    <Failure
      icon={code === 'offline' ? WifiOffIcon : CloudOffIcon}
      title={i18n._(words.title)}
      action={{ label: t`Retry`, onClick: onRetry }}
      {...(requestId && { requestId })}
    >
      {i18n._(words.next)}
    </Failure>
  )
}
