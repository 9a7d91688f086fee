import { screen, waitFor } from '@testing-library/react'
import { useCallback } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { show } from '../../ui/testing.tsx'
import { LinkFailed } from './link-states.tsx'
import { type LinkRules, type PublicLink, usePublicLink } from './use-public-link.ts'
import { UnlockAlert, useUnlock } from './use-unlock.tsx'

type Parcel = { name: string; locked: boolean; sealed?: boolean }
type Link = PublicLink<Parcel, 'not_found' | 'link_expired'>

const RULES: LinkRules<Parcel, 'not_found' | 'link_expired'> = {
  closing: ['not_found', 'link_expired'],
  stale: ['share_locked'],
  isLocked: ({ locked }) => locked,
  stateOf: ({ sealed }) => (sealed ? 'sealed' : 'open'),
}
const OPEN: Parcel = { name: 'Lease', locked: false }
const LOCKED: Parcel = { name: 'Parcel', locked: true }

/** The response to the link, and to further requests. */
const answer = vi.fn<() => Promise<Parcel>>()
const action = vi.fn<() => Promise<Parcel>>()
const refuse = (code: ApiError['code']) => Promise.reject(new ApiError(code, 400))

function Page({ first }: { first?: Link }) {
  const ask = useCallback(() => answer(), [])
  const { link, isReplaced, refresh, show: put, request } = usePublicLink(RULES, ask, first)
  const { working, error, attempt } = useUnlock()
  const act = async () => {
    const parcel = await request(action())
    if (parcel) put(parcel)
  }
  return (
    <>
      <h1>
        {link.status}
        {isReplaced && ', replaced'}
      </h1>
      {(link.status === 'open' || link.status === 'locked') && <p>{link.view.name}</p>}
      {link.status === 'closed' && <p>{`${link.code} after ${link.last?.name ?? 'nothing'}`}</p>}
      {link.status === 'failed' && <LinkFailed error={link.error} focus={isReplaced} onRetry={refresh} />}
      <UnlockAlert error={error} />
      <button type="button" disabled={working} onClick={() => void attempt(act)}>
        Act
      </button>
    </>
  )
}
const state = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (user: ReturnType<typeof show>['user']) =>
  user.click(screen.getByRole('button', { name: 'Act' }))

beforeEach(() => {
  answer.mockReset().mockResolvedValue(OPEN)
  action.mockReset().mockResolvedValue(OPEN)
})
afterEach(() => vi.restoreAllMocks())

describe('a link without an account', () => {
  it('is asked for once, and its first heading is not announced as another', async () => {
    show(<Page />)
    expect(await state('open')).toBeInTheDocument()
    expect(screen.getByText('Lease')).toBeInTheDocument()
    expect(answer).toHaveBeenCalledOnce()
  })

  it('shows at once what the page came with, and then what the service says', async () => {
    show(<Page first={{ status: 'locked', view: LOCKED }} />)
    expect(screen.getByText('Parcel')).toBeInTheDocument()
    expect(await state('open, replaced')).toBeInTheDocument()
  })

  it('is replaced by another state of an open link as well', async () => {
    action.mockResolvedValue({ ...OPEN, sealed: true })
    const { user } = show(<Page />)
    await state('open')
    await press(user)
    expect(await state('open, replaced')).toBeInTheDocument()
  })

  it.each(['not_found', 'link_expired'] as const)(
    'closes with %s, also later, and knows what it showed',
    async (code) => {
      const { user, unmount } = show(<Page />)
      await state('open')
      action.mockImplementation(() => refuse(code))
      await press(user)
      expect(await state('closed, replaced')).toBeInTheDocument()
      expect(screen.getByText(`${code} after Lease`)).toBeInTheDocument()
      expect(screen.getByRole('alert')).toBeEmptyDOMElement()
      unmount()
      answer.mockImplementation(() => refuse(code))
      show(<Page />)
      expect(await screen.findByText(`${code} after nothing`)).toBeInTheDocument()
    },
  )

  it('without an answer can be retried, and keeps what it shows', async () => {
    answer.mockImplementationOnce(() => refuse('offline'))
    const { user } = show(<Page />)
    expect(await screen.findByText('No connection. Check your network and retry.')).toBeInTheDocument()
    answer.mockImplementation(() => refuse('offline'))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
    answer.mockResolvedValue(OPEN)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Lease')).toBeInTheDocument()
    action.mockImplementation(() => refuse('offline'))
    await press(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection.')
    expect(screen.getByText('Lease')).toBeInTheDocument()
  })

  it('is asked for again where the page shows an old state', async () => {
    const { user } = show(<Page />)
    await state('open')
    answer.mockResolvedValue(LOCKED)
    action.mockImplementation(() => refuse('share_locked'))
    await press(user)
    expect(await screen.findByText('Parcel')).toBeInTheDocument()
    expect(await state('locked, replaced')).toBeInTheDocument()
  })

  it('says how long to wait after too many attempts', async () => {
    action.mockRejectedValue(
      new ApiError('too_many_requests', 429, {
        type: '',
        title: '',
        status: 429,
        detail: '',
        instance: '',
        request_id: 'req_1',
        code: 'too_many_requests',
        retry_after: 240,
      }),
    )
    const { user } = show(<Page first={{ status: 'locked', view: LOCKED }} />)
    await press(user)
    expect(await screen.findByText('Too many attempts. Try again in 4 minutes.')).toBeInTheDocument()
  })
})
