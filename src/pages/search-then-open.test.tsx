import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { open, signIn } = withApp({ width: 100 })

/** Longer than the debounce of a search, as code may take on a slow network. */
const late = vi.hoisted(() => async (load: () => Promise<object>) => {
  await new Promise((resolve) => setTimeout(resolve, 600))
  return load()
})
vi.mock('./stored-file.tsx', late)
vi.mock('./share.tsx', late)
vi.mock('../features/businesses/manage/audit/audit-tab.tsx', late)

describe.each([
  ['/storage', 'Search storage', 'Lease, 14 Harbour Row (final).pdf'],
  ['/shares', 'Search links', 'The lease to look over'],
])('a row of %s that is opened right after typing', (path, search, name) => {
  it('stays open: the search that waits does not call it back', { timeout: 40_000 }, async () => {
    signIn()
    const { user, router } = open(path)
    const row = await screen.findByRole('link', { name }, { timeout: 20_000 })
    const seen: string[] = []
    router.subscribe(({ location }) => seen.push(location.pathname + location.search))
    await user.type(screen.getByRole('searchbox', { name: search }), 'le')
    await user.click(row)
    expect(await screen.findByRole('heading', { name, level: 1 }, { timeout: 20_000 })).toBeInTheDocument()
    expect(router.state.location.pathname).toMatch(new RegExp(`^${path}/.+`))
    expect(seen.filter((one) => one.includes('q=le'))).toEqual([])
  })
})

describe('a tab that is opened right after typing', () => {
  it('does not get the search of the tab before', { timeout: 40_000 }, async () => {
    signIn()
    const members = '/businesses/biz_7hq2m4kx9tpz3w5c/members'
    const { user, router } = open(members)
    await user.type(
      await screen.findByRole('searchbox', { name: 'Search members' }, { timeout: 20_000 }),
      'le',
    )
    const tabs = within(screen.getByRole('main'))
    await user.click(tabs.getByRole('link', { name: 'Audit log' }))
    expect(await screen.findByRole('searchbox', { name: /^Search/ }, { timeout: 20_000 })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('searchbox', { name: /^Search/ })).toHaveValue(''))
    expect(router.state.location).toMatchObject({ pathname: members.replace('members', 'audit'), search: '' })
  })
})

it('a search that nothing came between is still made', async () => {
  signIn()
  const { user, router } = open('/shares')
  await user.type(await screen.findByRole('searchbox', { name: 'Search links' }), 'lease')
  await waitFor(() => expect(router.state.location.search).toBe('?q=lease'))
})
