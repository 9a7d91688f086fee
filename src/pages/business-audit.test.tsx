import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()
afterEach(() => onlineManager.setOnline(true))

const harbour = () => db.businesses.businesses.find(({ name }) => name === 'Harbour & Co')!
const path = (search = '') => `/businesses/${harbour().publicId}/audit${search}`
const rows = () =>
  within(screen.getByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1)
const row = async (name: RegExp) => {
  await screen.findByRole('table', { name: 'Audit log' })
  return screen.findByRole('row', { name })
}
const csv = () => screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')

describe('the audit log of a business', { timeout: 30_000 }, () => {
  it('says what happened, who did it, and what it was before and after', async () => {
    signIn()
    open(path())
    await row(/Member invited/)
    const told = rows().map((one) =>
      within(one)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    const of = (event: string) => told.find(([, what]) => what === event)?.slice(2)
    expect(told[0]?.[1]).toBe('Member invited')
    expect(of('Member invited')?.slice(1)).toEqual(['ravi@partner.example', 'Role: Manager'])
    expect(of('Policies changed')).toEqual(['Maren Okafor', '–', 'Two-factor required: No → Yes'])
    expect(of('Member suspended')?.slice(1)).toEqual(['Amara Nwosu', 'Status: Active → Suspended'])
    expect(of('Business verified')?.at(-1)).toBe(
      'All documents are in order. Verification: In review → Verified',
    )
  })

  it('has its filters in the address, and in the link to the CSV', async () => {
    signIn()
    const { user, router } = open(path('?q=Tiago'))
    expect(await row(/Member suspended/)).toBeInTheDocument()
    expect(screen.getByRole('searchbox', { name: 'Search audit log' })).toHaveValue('Tiago')
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Event' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Member suspended' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.click(screen.getByRole('radio', { name: '30 days' }))
    await waitFor(() => expect(router.state.location.search).toBe('?q=Tiago&kind=member.suspended&days=30'))
    const url = new URL(csv() ?? '', location.origin)
    expect(url.pathname).toContain(harbour().publicId)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ query: 'Tiago', kind: 'member.suspended' })
    expect(Date.parse(url.searchParams.get('since') ?? '')).toBeLessThan(Date.now() - 28 * 86_400_000)
    const answer = await (await fetch(url)).text()
    expect(answer.trim().split('\r\n')).toHaveLength(2)
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    expect(router.state.location.search).toBe('')
  })

  it('shows what an address with a mistake can mean', async () => {
    signIn()
    open(path('?kind=member.vanished&days=900'))
    await row(/Member invited/)
    expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
  })

  it('says without a network that it has not been searched', async () => {
    signIn()
    const { user } = open(path())
    await row(/Member invited/)
    onlineManager.setOnline(false)
    await user.type(screen.getByRole('searchbox', { name: 'Search audit log' }), 'zeppelin')
    expect(await screen.findByText(/You’re offline. The saved list is shown/)).toBeInTheDocument()
    onlineManager.setOnline(true)
    expect(await screen.findByText('No matches')).toBeInTheDocument()
  })

  it('is empty where nothing happened', async () => {
    db.businesses.events = []
    signIn()
    open(path())
    expect(await screen.findByText('No events yet')).toBeInTheDocument()
  })

  it('is not for an employee', async () => {
    signIn(INES)
    open(path())
    expect(await screen.findByText('Your role doesn’t include this')).toBeInTheDocument()
    expect(screen.queryByRole('table')).toBeNull()
  })
})
