import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '../../../api/errors.ts'
import {
  type BackupCodes,
  type FactorKind,
  useConfirmFactor,
  useSetupEmail,
  useSetupSms,
  useSetupTotp,
} from '../../../api/mfa.ts'

export interface Begun {
  at: number
  expiresAt: number
  /** For an authenticator app. */
  app?: { secret: string; url: string }
  /** The masked destination of a code. */
  target?: string | null
}

export type SetUp = ReturnType<typeof useSetUp>

/**
 * The setup of a second factor: its progress, input, and errors. A phone number is required first.
 */
export function useSetUp(method: FactorKind, onDone: (codes: BackupCodes | null) => void) {
  const { t } = useLingui()
  const [totp, email, sms] = [useSetupTotp(), useSetupEmail(), useSetupSms()]
  const beginning = { totp, email, sms }[method]
  const confirming = useConfirmFactor()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const working = beginning.isPending ? 'beginning' : confirming.isPending ? 'confirming' : null
  const error = beginning.error ?? confirming.error

  /** One request at a time; only its error is shown. */
  async function run(act: () => Promise<void>) {
    if (working) return
    beginning.reset()
    confirming.reset()
    await act().catch((thrown: unknown) => {
      const { code } = toApiError(thrown)
      if (code === 'invalid_code' || code === 'challenge_expired') setCode('')
    })
  }

  const begin = () =>
    run(async () => {
      const at = Date.now()
      setCode('')
      if (method === 'totp') {
        const { secret, otpauth_url: url, expires_in } = await totp.mutateAsync()
        setBegun({ at, expiresAt: at + expires_in * 1000, app: { secret, url } })
      } else {
        const { target, expires_in } =
          method === 'email' ? await email.mutateAsync() : await sms.mutateAsync(phone.trim())
        setBegun({ at, expiresAt: at + expires_in * 1000, target })
      }
    })

  const confirm = (given = code) =>
    given.length < 6
      ? Promise.resolve()
      : run(async () => {
          const { backup_codes } = await confirming.mutateAsync({ method, code: given })
          onDone(backup_codes)
        })

  const first = useRef(() => void begin())
  const started = useRef(method === 'sms')
  useEffect(() => {
    if (!started.current) first.current()
    started.current = true
  }, [])

  const left = error?.code === 'invalid_code' ? error.problem?.attempts_left : undefined
  const tries =
    left === undefined
      ? ''
      : t({ message: plural(left, { one: '# attempt left.', other: '# attempts left.' }) })
  return {
    method,
    begun,
    begin,
    /** Returns to the number, which may have been wrong. */
    forget: () => {
      setBegun(null)
      beginning.reset()
      confirming.reset()
      setCode('')
    },
    phone,
    setPhone,
    code,
    setCode,
    confirm,
    working,
    codeError: error?.code === 'invalid_code' ? `${t`Wrong code.`} ${tries}`.trim() : null,
    expired: error?.code === 'challenge_expired',
    /** Other errors. */
    error: error && error.code !== 'invalid_code' && error.code !== 'challenge_expired' ? error : null,
  }
}
