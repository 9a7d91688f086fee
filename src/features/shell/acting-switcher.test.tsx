import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../../tests/component/app.tsx'
import { INES, MAREN } from '../../../tests/mock-api/accounts.ts'
import { actFor, forgetActing, useActing } from '../../stores/acting.ts'
import { closeOverlay } from './shell-store.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  closeOverlay()
  forgetActing()
  history.replaceState(null, '', '/')
})

const HARBOUR = 'biz_7hq2m4kx9tpz3w5c'
const NORDLICHT = 'biz_n0rd11cht5tud10x'
const trigger = (name: string) => screen.findByRole('button', { name: `Account: ${name}. Switch` })
const options = () =>
  screen.getAllByRole('option').map((one) => one.querySelector('.font-medium')?.textContent)
const marked = () => screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')

async function openSwitcher(user: UserEvent, name = 'Maren Okafor') {
  await user.click(await trigger(name))
  const input = await screen.findByPlaceholderText('Switch account')
  await waitFor(() => expect(input).toHaveFocus())
  await waitFor(() => expect(options().length).toBeGreaterThan(2))
}

describe('the switcher', () => {
  it('has oneself first, then the businesses used last', { timeout: 30_000 }, async () => {
    signIn()
    actFor(NORDLICHT)
    actFor(null)
    const { user } = open('/account')
    await screen.findByRole('button', { name: /^Account: / }, { timeout: 20_000 })
    await openSwitcher(user)
    expect(options()).toEqual(['Maren Okafor', 'Nordlicht Studio', 'Harbour & Co', 'Create business'])
    const [self, , harbour] = screen.getAllByRole('option')
    expect(self).toHaveAttribute('aria-current', 'true')
    expect(harbour).toHaveTextContent(/Owner, [\d,]+ credits/)
  })

  it('searches, says when nothing matches, and Escape closes it', async () => {
    signIn()
    const { user } = open('/account')
    await openSwitcher(user)
    await user.keyboard('nord')
    await waitFor(() => expect(options()).toEqual(['Nordlicht Studio']))
    await user.keyboard('zeppelin')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByPlaceholderText('Switch account')).toBeNull())
    expect(await trigger('Maren Okafor')).toHaveFocus()
    expect(useActing.getState().id).toBeNull()
  })

  it('goes by the keys: arrows go round, Enter switches', async () => {
    signIn()
    const { user, router } = open('/account')
    await openSwitcher(user)
    expect(marked()).toHaveTextContent('Maren Okafor')
    await user.keyboard('{ArrowUp}')
    expect(marked()).toHaveTextContent('Create business')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(marked()).toHaveTextContent('Harbour & Co')
    await user.keyboard('{Enter}')
    const closed = await trigger('Harbour & Co')
    expect(useActing.getState()).toMatchObject({ id: HARBOUR, recent: [HARBOUR] })
    await waitFor(() => expect(screen.queryByPlaceholderText('Switch account')).toBeNull())
    expect(closed).toHaveFocus()
    expect(router.state.location.pathname).toBe('/account')
    // The URL names the account of the page, so that a reload keeps it.
    await waitFor(() => expect(location.search).toBe(`?business=${HARBOUR}`))
  })

  it('leads to the dialog that creates a business', async () => {
    signIn()
    const { user, router } = open('/account')
    await openSwitcher(user)
    await user.click(screen.getByRole('option', { name: 'Create business' }))
    expect(await screen.findByRole('dialog', { name: 'Create business' })).toBeInTheDocument()
    expect(router.state.location).toMatchObject({ pathname: '/businesses', search: '?new=1' })
  })

  it('has only those where the person is an active member', async () => {
    signIn(INES)
    db.businesses.members.find(({ userId }) => userId === INES.id)!.status = 'suspended'
    const { user } = open('/account')
    await user.click(await screen.findByRole('button', { name: /^Account: / }))
    await screen.findByPlaceholderText('Switch account')
    expect(options().slice(1)).toEqual(['Create business'])
  })
})

describe('switching', () => {
  it('shows no row of the account before, at no moment', async () => {
    signIn()
    const { user } = open('/storage')
    const files = await screen.findByRole('table', { name: 'Files' })
    await waitFor(() => expect(files).toHaveTextContent('Lease, 14 Harbour Row'))
    await openSwitcher(user)
    const others = new Set<string>()
    const owned = (owner: string) =>
      db.storage.files.filter((one) => one.owner === owner).map(({ name }) => name)
    const harbour = db.businesses.businesses[0]!
    const strange = (acting: string | null) => owned(acting === null ? harbour.id : MAREN.id)
    const watch = new MutationObserver(() => {
      const table = screen.queryByRole('table', { name: 'Files' })?.textContent ?? ''
      for (const name of strange(useActing.getState().id)) if (table.includes(name)) others.add(name)
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.click(screen.getByRole('option', { name: /^Harbour/ }))
    expect(await screen.findByRole('row', { name: /Floor plan/ })).toBeInTheDocument()
    await openSwitcher(user, 'Harbour & Co')
    await user.click(screen.getByRole('option', { name: /^Maren/ }))
    expect(await screen.findByRole('row', { name: /Lease, 14 Harbour Row/ })).toBeInTheDocument()
    watch.disconnect()
    expect([...others]).toEqual([])
  })

  it('leaves the page of one thing for its list', async () => {
    signIn()
    const id = db.storage.files.find(({ name }) => name === 'Tender response vol 2.docx')?.id
    const { user, router } = open(`/storage/${id}`)
    await screen.findByRole('heading', { name: 'Tender response vol 2.docx' }, { timeout: 20_000 })
    await openSwitcher(user)
    await user.click(screen.getByRole('option', { name: /^Harbour/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/storage'))
    expect(await screen.findByRole('row', { name: /Floor plan/ })).toBeInTheDocument()
  })

  it('asks first where files wait on Convert, and both ways work', async () => {
    signIn()
    const { user, router } = open('/storage?q=look-04')
    await user.click(await screen.findByRole('button', { name: 'More for look-04-coat.jpg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Convert' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/convert'))
    await screen.findByRole('article', { name: 'look-04-coat.jpg' }, { timeout: 20_000 })
    const ask = async () => {
      await openSwitcher(user)
      await user.click(screen.getByRole('option', { name: /^Harbour/ }))
      return within(await screen.findByRole('alertdialog', { name: 'Switch account in this tab?' }))
    }
    await user.click((await ask()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(useActing.getState().id).toBeNull()
    expect(screen.getByRole('article', { name: 'look-04-coat.jpg' })).toBeInTheDocument()
    await user.click((await ask()).getByRole('button', { name: 'Switch' }))
    await trigger('Harbour & Co')
    expect(screen.queryByRole('article', { name: 'look-04-coat.jpg' })).toBeNull()
  })
})
