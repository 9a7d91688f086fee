import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { type MfaMethod, sendCode } from '../../api/sign-in.ts'

export const sends = (method: MfaMethod): boolean => method === 'email' || method === 'sms'

interface Asked {
  methods: readonly MfaMethod[]
  verify: (answer: { method: MfaMethod; code: string }) => Promise<void>
  /** A code was sent before: the page was loaded again. */
  sentBefore?: boolean
  onSent?: () => void
  /** Told of every refusal, for those after which there is nothing more to try here. */
  onRefused?: (error: ApiError) => void
}

export type Confirming = ReturnType<typeof useConfirming>

/** Showing who one is, by one of several ways: which is chosen, what is typed, and what came back. */
export function useConfirming({ methods, verify, sentBefore = false, onSent, onRefused }: Asked) {
  const { t } = useLingui()
  const [method, setMethod] = useState<MfaMethod>(methods[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [working, setWorking] = useState<'sending' | 'verifying' | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [sent, setSent] = useState<{ target: string | null; at: number } | null>(null)
  const begun = useRef(sentBefore)

  async function run(what: 'sending' | 'verifying', act: () => Promise<void>) {
    if (working) return
    setWorking(what)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      const refused = toApiError(thrown)
      setError(refused)
      onRefused?.(refused)
      // Digits are typed anew sooner than mended.
      if (refused.code === 'invalid_code' && method !== 'backup_code' && method !== 'password') setCode('')
    } finally {
      setWorking(null)
    }
  }

  const send = (by: MfaMethod) =>
    run('sending', async () => {
      const { target } = await sendCode(by)
      setSent({ target, at: Date.now() })
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
    given === '' ? Promise.resolve() : run('verifying', () => verify({ method, code: given }))

  const first = useRef(() => {
    if (sends(method) && !begun.current) void send(method)
    begun.current = true
  })
  useEffect(() => first.current(), [])

  const left = error?.code === 'invalid_code' ? error.problem?.attempts_left : undefined
  const wrong =
    method === 'password' ? t`This is not your password.` : t`This is not the code, or it has been used.`
  const tries =
    left === undefined ? '' : t({ message: plural(left, { one: '# try left.', other: '# tries left.' }) })
  return {
    methods,
    method,
    choose,
    code,
    setCode,
    submit,
    send: () => send(method),
    sent,
    working,
    /** What is wrong with what was typed, to be said under the field. */
    fieldError: error?.code === 'invalid_code' ? `${wrong} ${tries}`.trim() : null,
    /** Anything else. */
    problem: error && error.code !== 'invalid_code' ? error : null,
  }
}
