import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, newUser } from '../../tests/mock-api/accounts.ts'
import { forgetActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  onlineManager.setOnline(true)
  forgetActing()
  history.replaceState(null, '', '/')
})

const PAGE = '/businesses/biz_7hq2m4kx9tpz3w5c/members'
const rows = () => screen.queryAllByRole('row').filter((row) => row.hasAttribute('data-row'))
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const loaded = (count = 8) => waitFor(() => expect(rows()).toHaveLength(count), { timeout: 20_000 })
const harbour = () => db.businesses.businesses[0]!
const ofInes = () => db.businesses.members.find(({ userId }) => userId === INES.id)!
const changeable = () => screen.queryAllByRole('button', { name: /^More for/ }).map((one) => one.ariaLabel)

describe('who may do what with members', () => {
  it('an employee sees all of them and changes none', { timeout: 30_000 }, async () => {
    signIn(INES)
    open(PAGE)
    await loaded()
    expect(await row('Joon Park')).toHaveTextContent('Employee')
    expect(changeable()).toEqual([])
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
    for (const name of ['Invite members', 'Import CSV'])
      expect(screen.queryByRole('link', { name })).toBeNull()
    const tabs = within(screen.getByRole('navigation', { name: 'Business sections' }))
    expect(tabs.queryByRole('link', { name: 'Audit log' })).toBeNull()
    expect(tabs.queryByRole('link', { name: 'API keys' })).toBeNull()
  })

  it('nor does an address open what an employee may not do', async () => {
    signIn(INES)
    open(`${PAGE}?dialog=invite`)
    await loaded()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a manager changes those below, and gives the roles below', async () => {
    signIn(INES)
    ofInes().role = 'manager'
    const { user } = open(PAGE)
    await loaded()
    expect(changeable()).toEqual(
      ['Amara Nwosu', 'Joon Park', 'Noah Weber', 'Sofia Lindqvist'].map((name) => `More for ${name}`),
    )
    await user.click(screen.getByRole('combobox', { name: 'Role of Noah Weber' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((one) => one.textContent)).toEqual(['Employee', 'Viewer'])
    expect(screen.queryByRole('combobox', { name: 'Role of Sofia Lindqvist' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Invite members' })).toBeInTheDocument()
  })

  it('the last owner cannot leave', async () => {
    signIn()
    const { user } = open(PAGE.replace('members', 'profile'))
    await user.click(await screen.findByRole('button', { name: 'Leave' }, { timeout: 20_000 }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Leave' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The business needs an owner. Transfer the business to another member first, or close it.',
    )
    await user.click(dialog.getByRole('button', { name: /^(Stay|Keep|Cancel)/ }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(db.businesses.members.some(({ role, status }) => role === 'owner' && status === 'active')).toBe(
      true,
    )
  })

  it('who was removed finds no business there', async () => {
    signIn(INES)
    ofInes().status = 'removed'
    // The page's error reaches the nearest error boundary, which React logs.
    vi.mocked(console.error).mockImplementation(() => {})
    open(PAGE)
    expect(await screen.findByRole('link', { name: 'Go to Overview' })).toBeInTheDocument()
    expect(rows()).toHaveLength(0)
  })
})

describe.each([
  ['suspended', 'This business is suspended and can’t be changed. Reason: Unpaid invoices.'],
  ['closed', 'This business is closed. You can view it but not change it.'],
] as const)('a business that is %s', (status, banner) => {
  it('says why, and is there to be read', async () => {
    signIn()
    Object.assign(harbour(), { status, statusReason: 'Unpaid invoices.' })
    open(PAGE)
    await loaded()
    expect(screen.getByText(banner)).toBeInTheDocument()
    expect(changeable()).toEqual([])
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Invite members' })).toBeNull()
  })
})

it('a business that was suspended meanwhile says so where a change is refused', async () => {
  signIn()
  const { user } = open(PAGE)
  await loaded()
  harbour().status = 'suspended'
  await user.click(screen.getByRole('combobox', { name: 'Role of Joon Park' }))
  await user.click(await screen.findByRole('option', { name: 'Viewer' }))
  expect(
    await screen.findByText(/^1 member couldn’t be changed\. This business can’t be changed right now\./),
  ).toBeInTheDocument()
  expect(await screen.findByText('This business is suspended and can’t be changed.')).toBeInTheDocument()
  await waitFor(() => expect(changeable()).toEqual([]))
})

describe('the list of members without its service', () => {
  it('says what went wrong, and asks again', { timeout: 20_000 }, async () => {
    signIn()
    const real = globalThis.fetch
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      return /businesses\/biz_[^/]+\/users\//.test(url)
        ? Promise.resolve(new Response('', { status: 503 }))
        : real(input, init)
    })
    const { user } = open(PAGE)
    const again = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })
    lost.mockRestore()
    await user.click(again)
    await loaded()
  })

  it('says without a network that the list is the one from before', { timeout: 30_000 }, async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    onlineManager.setOnline(false)
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'lena')
    expect(
      await screen.findByText(
        'You’re offline. The saved list is shown, not search results.',
        {},
        { timeout: 10_000 },
      ),
    ).toBeInTheDocument()
    expect(rows()).toHaveLength(8)
    onlineManager.setOnline(true)
    await loaded(1)
  })
})

describe('ten thousand members', () => {
  /** Adds members up to the total. */
  function crowd(total: number) {
    const { members } = db.businesses
    const like = members.find(({ userId }) => userId === INES.id)!
    const extra = total - members.filter((one) => one.businessId === like.businessId && one.userId).length
    for (let at = 0; at < extra; at++) {
      const username = `person${String(at).padStart(5, '0')}`
      const id = `018f2d6e-0000-7000-9000-${String(at).padStart(12, '0')}`
      const email = `${username}@harbour.example`
      db.users.push({
        user: { ...newUser({ id, username, email }), first_name: 'Person', last_name: String(at) },
        password: null,
      })
      members.push({ ...like, id: id.replace('-9000-', '-9100-'), userId: id, email, role: 'viewer' })
    }
  }

  it('are counted, scrolled and searched with few of them in the page', { timeout: 60_000 }, async () => {
    signIn()
    crowd(10_000)
    const { user } = open(PAGE)
    await waitFor(() => expect(rows().length).toBeGreaterThan(5), { timeout: 20_000 })
    expect(rows().length).toBeLessThan(60)
    expect(screen.getByRole('table', { name: 'Members' })).toHaveAttribute('aria-rowcount', '10001')
    expect(screen.getByText('50 of 10,000')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Members/ })).toHaveTextContent('10,000, 2 invited')
    const list = screen.getByRole('rowgroup', { name: 'Business members' })
    Object.defineProperty(list, 'scrollTop', { configurable: true, writable: true, value: 40 * 52 })
    fireEvent.scroll(list)
    expect(await screen.findByText('100 of 10,000')).toBeInTheDocument()
    await waitFor(() => expect(rows()[0]).not.toHaveTextContent('Amara'))
    expect(rows().length).toBeLessThan(60)
    const before = rows()[0]?.getAttribute('aria-rowindex')
    expect(Number(before)).toBeGreaterThan(30)
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'person09876')
    await waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
    expect(rows()[0]).toHaveTextContent('Person 9876')
    expect(screen.getByText('1 member')).toBeInTheDocument()
  })
})
