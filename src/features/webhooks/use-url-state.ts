import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useUrlCheck } from '../../api/webhooks.ts'

/** Milliseconds after the last keystroke. */
const PAUSE = 500

export interface UrlState {
  /** Why it would be refused. */
  error: string | null
  checking: boolean
  accepted: boolean
}

/** A signing secret in the wrong field. It is not sent to the server. */
export const isSecret = (text: string): boolean => /^\s*whsec_/i.test(text)

/** Shows no error for "http" while the URL is being typed. */
const isBeginning = (text: string): boolean =>
  ['https://', 'http://'].some((scheme) => scheme.startsWith(text.toLowerCase()))

/** Validates a URL on the server while it is typed. `known` is a URL that was accepted before. */
export function useUrlState(typed: string, known = ''): UrlState {
  const { t } = useLingui()
  const text = typed.trim()
  const secret = isSecret(text)
  const asks = text !== known.trim() && !secret && !isBeginning(text)
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (!asks) return setSettled(null)
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [asks, text])
  const { data, error, isFetching } = useUrlCheck(asks && settled === text ? settled : null)

  if (secret)
    return {
      error: t`This is a signing secret, not a URL, and it was not submitted. Enter the URL of your receiver.`,
      checking: false,
      accepted: false,
    }
  const refused =
    asks && settled === text && (error?.code === 'url_refused' || error?.code === 'invalid_request')
  return {
    error: refused ? (error.field('url') ?? error.message) : null,
    checking: asks && (settled !== text || isFetching),
    accepted: asks && settled === text && data === true,
  }
}
