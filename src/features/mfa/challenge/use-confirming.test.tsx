import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { MfaMethod } from '../../../api/sign-in.ts'
import { useConfirming } from './use-confirming.ts'

const sending = vi.hoisted(() => vi.fn<(method: MfaMethod) => Promise<{ target: string | null }>>())
vi.mock('../../../api/sign-in.ts', () => ({ sendCode: sending }))

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>

function begin(methods: MfaMethod[]) {
  const ends: (() => void)[] = []
  sending
    .mockReset()
    .mockImplementation(
      () => new Promise((resolve) => ends.push(() => resolve({ target: 'm•••@mail.example' }))),
    )
  const verify = vi.fn(async () => {})
  const { result } = renderHook(() => useConfirming({ methods, verify }), { wrapper })
  return { result, verify, ends }
}

it('a code that is still being sent keeps nobody from showing another', async () => {
  const { result, verify, ends } = begin(['email', 'backup_code'])
  await waitFor(() => expect(result.current.working).toBe('sending'))
  act(() => result.current.choose('backup_code'))
  act(() => result.current.setCode('7H2K-QX9M'))
  await act(() => result.current.submit())
  expect(verify).toHaveBeenCalledExactlyOnceWith({ method: 'backup_code', code: '7H2K-QX9M' })
  await act(async () => ends[0]?.())
  expect(result.current.working).toBeNull()
})

it('another way is sent its code while the first is on its way, and none twice', async () => {
  const { result, ends } = begin(['email', 'sms'])
  await waitFor(() => expect(result.current.working).toBe('sending'))
  act(() => result.current.choose('sms'))
  act(() => void result.current.send())
  expect(sending.mock.calls).toEqual([['email'], ['sms']])
  await act(async () => ends[0]?.())
  expect(result.current.sent, 'the first says nothing of the second').toBeNull()
  await act(async () => ends[1]?.())
  expect(result.current.sent).not.toBeNull()
})
