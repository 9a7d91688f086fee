import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '../../../api/errors.ts'
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
  /** Of an authenticator app. */
  app?: { secret: string; url: string }
  /** Where a code went, most of it hidden. */
  target?: string | null
}

export type SetUp = ReturnType<typeof useSetUp>

/** A second factor on its way in: what was begun, what was typed, and what came back. A phone's number is asked for first. */
export function useSetUp(method: FactorKind, onDone: (codes: BackupCodes | null) => void) {
  const { t } = useLingui()
  const totp = useSetupTotp()
  const email = useSetupEmail()
  const sms = useSetupSms()
  const confirming = useConfirmFactor()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [working, setWorking] = useState<'beginning' | 'confirming' | null>(null)
  const [error, setError] = useState<ApiError | null>(null)

  async function run(what: 'beginning' | 'confirming', act: () => Promise<void>) {
    if (working) return
    setWorking(what)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      const refused = toApiError(thrown)
      setError(refused)
      if (refused.code === 'invalid_code' || refused.code === 'challenge_expired') setCode('')
    } finally {
      setWorking(null)
    }
  }

  const begin = () =>
    run('beginning', async () => {
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
      : run('confirming', async () => {
          const { backup_codes } = await confirming.mutateAsync({ method, code: given })
          onDone(backup_codes)
        })

  const first = useRef(() => void begin())
  const asked = useRef(method === 'sms')
  useEffect(() => {
    if (!asked.current) first.current()
    asked.current = true
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
    /** Back to the number, which may have been the wrong one. */
    forget: () => {
      setBegun(null)
      setError(null)
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
    /** Anything else. */
    error: error && error.code !== 'invalid_code' && error.code !== 'challenge_expired' ? error : null,
  }
}
