import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '../../../api/errors.ts'
import { type MfaMethod, sendCode } from '../../../api/sign-in.ts'
import { useLatest } from '../../../lib/use-latest.ts'

export const sends = (method: MfaMethod): boolean => method === 'email' || method === 'sms'

interface ConfirmingOptions {
  methods: readonly MfaMethod[]
  verify: (answer: { method: MfaMethod; code: string }) => Promise<void>
  /** A code was sent before the page was reloaded. */
  sentBefore?: boolean
  onSent?: () => void
  /** Called on every refusal, for those that end the attempts. */
  onRefused?: (error: ApiError) => void
}

/** The pending request, and its method. */
type Work = { what: 'sending' | 'verifying'; by: MfaMethod }

export type Confirming = ReturnType<typeof useConfirming>

/**
 * Confirms the user's identity by one of several methods: the selected one, the input, and the
 * result.
 */
export function useConfirming({ methods, verify, sentBefore = false, onSent, onRefused }: ConfirmingOptions) {
  const { t } = useLingui()
  const [method, setMethod] = useState<MfaMethod>(methods[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [work, setWork] = useState<Work | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [sent, setSent] = useState<{ target: string | null; at: number } | null>(null)
  const begun = useRef(sentBefore)
  const chosen = useLatest(method)

  async function run(next: Work, act: () => Promise<void>) {
    // Ignores repeated clicks. Sending a code does not block verification by another method.
    if (work && (work.what === 'verifying' || (work.what === next.what && work.by === next.by))) return
    setWork(next)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      const refused = toApiError(thrown)
      setError(refused)
      onRefused?.(refused)
      // Retyping digits is faster than correcting them.
      if (refused.code === 'invalid_code' && method !== 'backup_code' && method !== 'password') setCode('')
    } finally {
      setWork((now) => (now === next ? null : now))
    }
  }

  const send = (by: MfaMethod) =>
    run({ what: 'sending', by }, async () => {
      const { target } = await sendCode(by)
      if (by === chosen.current) setSent({ target, at: Date.now() })
      onSent?.()
    })

  function choose(next: MfaMethod) {
    setMethod(next)
    setCode('')
    setError(null)
    setSent(null)
    if (sends(next)) void send(next)
  }

  const submit = (given = code) =>
    given === ''
      ? Promise.resolve()
      : run({ what: 'verifying', by: method }, () => verify({ method, code: given }))

  const first = useRef(() => {
    if (sends(method) && !begun.current) void send(method)
    begun.current = true
  })
  useEffect(() => first.current(), [])

  const left = error?.code === 'invalid_code' ? error.problem?.attempts_left : undefined
  const wrong = method === 'password' ? t`Wrong password.` : t`Wrong code, or it was already used.`
  const tries =
    left === undefined
      ? ''
      : t({ message: plural(left, { one: '# attempt left.', other: '# attempts left.' }) })
  return {
    methods,
    method,
    choose,
    code,
    setCode,
    submit,
    send: () => send(method),
    sent,
    working: work?.what ?? null,
    /** The error of the input, shown below the field. */
    fieldError: error?.code === 'invalid_code' ? `${wrong} ${tries}`.trim() : null,
    /** Other errors. */
    problem: error && error.code !== 'invalid_code' ? error : null,
  }
}
