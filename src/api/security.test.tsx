import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { runMutation as run, use } from '../../tests/component/run-mutation.tsx'
import * as access from './access.ts'
import * as mfa from './mfa.ts'

const { signIn, db } = withApp()
beforeEach(() => {
  signIn()
  for (const session of db.identity.sessions.values()) session.confirmedAt = Date.now()
})

/** Waits for a query's data; returns its result for further checks. */
async function data<T>(hook: () => { data: T | undefined }) {
  const result = use(hook)
  await waitFor(() => expect(result.current.data).toBeDefined())
  return result as { current: { data: T } }
}

describe('a change of what keeps the account safe', () => {
  it('is seen by whoever shows the second factors', async () => {
    const status = await data(mfa.useMfaStatus)
    const security = await data(mfa.useMfaSecurity)
    expect(status.current.data).toMatchObject({ methods: ['totp', 'email'], backup_codes_count: 2 })
    const { security_score } = security.current.data

    await run(mfa.useRegenerateBackupCodes, undefined)
    await waitFor(() => expect(status.current.data.backup_codes_count).toBe(10))
    expect(security.current.data.security_score).toBeGreaterThan(security_score)

    await run(mfa.useSetupSms, '+351912345678')
    await run(mfa.useConfirmFactor, { method: 'sms', code: '123456' })
    await waitFor(() => expect(status.current.data.methods).toContain('sms'))
    await run(mfa.useRemoveFactor, 'sms')
    await waitFor(() => expect(status.current.data.methods).not.toContain('sms'))
    expect(await run(mfa.useSetupEmail, undefined)).toMatchObject({ method: 'email' })
    expect((await run(mfa.useSetupTotp, undefined)).otpauth_url).toMatch('otpauth://totp/')

    const devices = await data(mfa.useTrustedDevices)
    await run(mfa.useRemoveTrustedDevice, devices.current.data.results[0]?.id ?? '')
    await waitFor(() => expect(devices.current.data.results).toHaveLength(1))
  })

  it('is seen by whoever shows sessions, keys and the log', async () => {
    const sessions = await data(access.useSessions)
    const log = await data(access.useSecurityLog)
    expect(log.current.data.rows.length).toBeGreaterThan(20)
    await run(access.useEndSession, sessions.current.data.results[1]?.id ?? '')
    await waitFor(() => expect(sessions.current.data.results).toHaveLength(2))
    await waitFor(() => expect(log.current.data.rows[0]?.kind).toBe('session_ended'))
    await run(access.useEndOtherSessions, undefined)
    await waitFor(() => expect(sessions.current.data.results).toHaveLength(1))

    const keys = await data(access.useApiKeys)
    const made = await run(access.useCreateApiKey, { name: 'scanner', scopes: ['convert:write'] })
    await waitFor(() => expect(keys.current.data.results).toHaveLength(3))
    await run(access.useRevokeApiKey, made.id)
    await waitFor(() => expect(keys.current.data.results).toHaveLength(2))
    expect((await data(access.useOutbox)).current.data.rows).toEqual([])
  })
})
