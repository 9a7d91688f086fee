import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { invalidate } from '../api/query-client.ts'

const { open, signIn, db } = withApp()
afterEach(() => {
  onlineManager.setOnline(true)
  document.head.querySelector('meta[name="filewright-status"]')?.remove()
})

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the status page', () => {
  it('is not there for strangers', async () => {
    open('/status')
    expect(await title('Page not found')).toBeInTheDocument()
  })

  it('is there for strangers where it is public', async () => {
    db.status.public = true
    open('/status')
    expect(await title('All systems operational')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/sign-in?return=%2Fstatus',
    )
  })

  it('says in the title what does not work, what that means, and since when', async () => {
    db.status.affected = [{ part: 'conversions', state: 'degraded', families: ['video', 'audio'] }]
    signIn()
    open('/status')
    expect(await title('Conversions are degraded')).toBeInTheDocument()
    expect(screen.getAllByText(/Affected: Video and Audio\./)).toHaveLength(3)
    expect(screen.getByText('3 of 4 operational')).toBeInTheDocument()
    expect(screen.getByText('Ongoing')).toBeInTheDocument()
    db.status.affected.push({ part: 'mail', state: 'down' })
    await invalidate('getStatus')
    expect(await title('2 parts have problems')).toBeInTheDocument()
    expect(screen.getByText('Affected: Conversions and E-mail.')).toBeInTheDocument()
  })

  it('says each day to the keyboard, and all of them in a table', async () => {
    signIn()
    const { user } = open('/status')
    const bars = await screen.findByRole('application', { name: /^E-mail/ })
    bars.focus()
    fireEvent.keyDown(bars, { key: 'End' })
    expect(within(bars.parentElement ?? bars).getByRole('status')).toHaveTextContent(/: Operational$/)
    for (let day = 0; day < 18; day++) fireEvent.keyDown(bars, { key: 'ArrowLeft' })
    expect(within(bars.parentElement ?? bars).getByRole('status')).toHaveTextContent(/: Down, 26 min$/)
    fireEvent.keyDown(bars, { key: 'Home' })
    expect(within(bars.parentElement ?? bars).getByRole('status')).toHaveTextContent(/: No data$/)
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const table = screen.getByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(91)
    expect(within(table).getByRole('cell', { name: 'Down, 26 min' })).toBeInTheDocument()
    expect(
      within(table).getByRole('cell', { name: /Down, 1.h.48.min; Degraded, 45 min/ }),
    ).toBeInTheDocument()
  })

  it('lists incidents in words', async () => {
    signIn()
    open('/status')
    const list = within(
      (await screen.findByRole('heading', { name: 'Incidents' })).parentElement as HTMLElement,
    )
    expect(list.getAllByRole('listitem')).toHaveLength(3)
    expect(list.getByText('E-mail was delayed.')).toBeInTheDocument()
    expect(list.getByText('26 min')).toBeInTheDocument()
  })

  it('keeps what it knew while there is no network', async () => {
    signIn()
    onlineManager.setOnline(false)
    open('/status')
    onlineManager.setOnline(true)
    expect(await title('All systems operational')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    onlineManager.setOnline(false)
    void invalidate('getStatus')
    expect(await screen.findByRole('alert')).toHaveTextContent('This is the last known status.')
    expect(await title('All systems operational')).toBeInTheDocument()
    onlineManager.setOnline(true)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('is linked from public pages where it is public, and from the account menu', async () => {
    const { unmount } = open('/sign-in')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: 'Status' })).toBeNull()
    unmount()
    const mark = Object.assign(document.createElement('meta'), {
      name: 'filewright-status',
      content: 'public',
    })
    document.head.append(mark)
    open('/sign-in')
    expect(await screen.findByRole('link', { name: 'Status' })).toHaveAttribute('href', '/status')
  })
})
