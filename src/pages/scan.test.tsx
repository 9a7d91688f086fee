import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { OPEN_SCAN } from '../../tests/mock-api/seed-scans.ts'

const { open, signIn, db } = withApp()

const row = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role=row]')!

it('lists sessions: open ones are continued, ended ones lead to their PDF', async () => {
  signIn()
  const { user, router } = open('/scan')
  const kitchen = await row('Kitchen fit-out, delivery notes')
  expect(kitchen).toHaveTextContent('Open')
  const receipts = within(await row('Receipts, October'))
  expect(receipts.getByText('Ended')).toBeInTheDocument()
  const made = db.scans.sessions.find(({ title }) => title === 'Receipts, October')?.conversionId
  expect(receipts.getByRole('link', { name: 'Show PDF' })).toHaveAttribute('href', `/history/${made}#result`)
  expect(receipts.getByRole('link', { name: 'Open in workbench' })).toHaveAttribute(
    'href',
    `/pdf?conversion=${made}`,
  )
  expect(await row('Untitled session')).toHaveTextContent('Expired')
  await user.click(within(kitchen).getByRole('link', { name: 'Continue' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/scan/${OPEN_SCAN}`))
})

it('says what it is where there is no session, and starts one with a code', async () => {
  signIn()
  db.scans.sessions = []
  const { user, router } = open('/scan?for=storage')
  expect(await screen.findByText('Scan paper with a phone')).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Start scanning' })[0]!)
  expect(await screen.findByRole('heading', { name: 'Scan with a phone' })).toBeInTheDocument()
  const [session] = db.scans.sessions
  expect(router.state.location.pathname).toBe(`/scan/${session?.id}`)
  expect(router.state.location.search).toBe('?for=storage')
  const word = session?.code?.word ?? ''
  expect(screen.getByText(`${word.slice(0, 4)} ${word.slice(4)}`)).toBeInTheDocument()
  expect(await screen.findByRole('img', { name: 'QR code that connects a phone' })).toBeInTheDocument()
  expect(screen.getByText(/camera opens on the phone’s page/)).toBeInTheDocument()
})

it('counts open sessions in the sidebar', async () => {
  signIn()
  open('/scan')
  const areas = await screen.findByRole('navigation', { name: 'Main' })
  expect(await within(areas).findByText('1 open')).toBeInTheDocument()
})

it('hands a pairing link on to the phone page', async () => {
  signIn()
  const replace = vi.fn()
  vi.stubGlobal('location', { ...globalThis.location, replace })
  const token = 'a'.repeat(43)
  open(`/scan#${token}`)
  await waitFor(() => expect(replace).toHaveBeenCalledWith(`/s#${token}`))
  vi.unstubAllGlobals()
})
