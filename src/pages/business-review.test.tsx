import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn, db } = withApp()

const business = () => db.businesses.businesses.find(({ name }) => name === 'Nordlicht Studio')!
const PATH = '/admin/businesses/biz_n0rd11cht5tud10x'
const documentOf = (kind: string) => business().documents.find((one) => one.kind === kind)!
const panel = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('section')!)
const decision = (title: string) => screen.findByRole('radiogroup', { name: `Decision for ${title}` })
const choose = async (title: string, choice: string) =>
  within(await decision(title)).getByRole('radio', { name: choice })
/** Sent mail, newest first. */
const mail = () => db.identity.outbox.filter(({ to }) => to === MAREN.email)

beforeEach(() => {
  localStorage.clear()
  // The PDF engine needs a real browser.
  for (const document of business().documents)
    Object.assign(document, { format: 'png', fileName: document.fileName.replace('.pdf', '.png') })
})

describe('the review of a business', { timeout: 30_000 }, () => {
  it('shows a document beside what the business says, and another when it is chosen', async () => {
    signIn()
    const { user } = open(PATH)
    const shown = await screen.findByRole('img', { name: 'stromrechnung-2026-10.png' })
    expect(shown).toHaveAttribute('src', expect.stringContaining(documentOf('proof_of_address').id))
    const says = await panel('Business details')
    expect(says.getByText('Nordlicht Studio GmbH')).toBeInTheDocument()
    expect(says.getByText('Speicherstraße 7, 20457 Hamburg, Hamburg, Germany')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Show stromrechnung-2026-10.png' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show umsatzsteuer.png' }))
    expect(await screen.findByRole('img', { name: 'umsatzsteuer.png' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Show stromrechnung-2026-10.png' })).toBeInTheDocument()
    expect((await panel('Documents')).getByText('Page 2 is missing.')).toBeInTheDocument()
    expect(screen.queryByRole('radiogroup', { name: 'Decision for Certificate of registration' })).toBeNull()
  })

  it('offers the download of an image that cannot be shown', async () => {
    signIn()
    open(PATH)
    fireEvent.error(await screen.findByRole('img', { name: /\.png$/ }))
    expect(await screen.findByText('The image can’t be displayed. It may be damaged.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/content\/$/),
    )
  })

  it('says so where the file is of a kind that browsers do not show', async () => {
    documentOf('proof_of_address').format = 'tiff'
    signIn()
    open(PATH)
    expect(await screen.findByText('No preview for this file type.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining(documentOf('proof_of_address').id),
    )
  })

  it('says so where nothing was submitted, and asks for no decision', async () => {
    Object.assign(business(), { verification: 'unverified', documents: [] })
    signIn()
    open(PATH)
    expect(await screen.findByText('No documents yet')).toBeInTheDocument()
    expect((await panel('Documents')).getByText('Nothing submitted yet.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Approve|Reject|Start)/ })).toBeNull()
  })

  it('is started, and then says so', async () => {
    business().verification = 'submitted'
    signIn()
    const { user } = open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Start review' }))
    await waitFor(() => expect(business().verification).toBe('in_review'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull())
    expect((await panel('Timeline')).getAllByRole('listitem')[0]).toHaveTextContent(/^In review/)
  })

  it('verifies once every document is accepted', async () => {
    signIn()
    const { user } = open(PATH)
    const approve = await screen.findByRole('button', { name: 'Approve and verify' })
    expect(approve).toHaveAccessibleDescription('Accept or reject each document first.')
    expect(screen.getByText('2 documents to decide')).toBeInTheDocument()
    await user.click(await choose('Proof of address', 'Accept'))
    expect(screen.getByText('1 document to decide')).toBeInTheDocument()
    await user.click(await choose('Tax registration', 'Accept'))
    await user.click(approve)
    expect(await screen.findByText('Nordlicht Studio verified.')).toBeInTheDocument()
    expect(business().verification).toBe('verified')
    expect(documentOf('tax_registration')).toMatchObject({ status: 'accepted' })
    expect(mail()[0]?.subject).toContain('verified')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve and verify' })).toBeNull())
  })

  it('rejects one document with a reason, and accepts the other', async () => {
    signIn()
    const { user } = open(PATH)
    await user.click(await choose('Proof of address', 'Reject'))
    await user.click(await choose('Tax registration', 'Accept'))
    const reject = screen.getByRole('button', { name: 'Reject 1 document' })
    await user.click(reject)
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
    expect(business().verification).toBe('in_review')
    await user.type(screen.getByLabelText('Reason'), 'The bill is for another flat.')
    await user.click(reject)
    expect(await screen.findByText('Verification rejected.')).toBeInTheDocument()
    expect(documentOf('proof_of_address')).toMatchObject({
      status: 'rejected',
      reason: 'The bill is for another flat.',
    })
    expect(documentOf('tax_registration')).toMatchObject({ status: 'accepted', reason: null })
    expect(mail()[0]?.subject).toContain('rejected')
  })

  it('offers a reason again that was given before, and the usual ones', async () => {
    signIn()
    const { user, unmount } = open(PATH)
    await user.click(await choose('Proof of address', 'Reject'))
    await user.click(screen.getByRole('button', { name: 'Suggested reasons' }))
    await user.click(await screen.findByRole('menuitem', { name: /^The document is too old/ }))
    expect(screen.getByLabelText('Reason')).toHaveValue(
      'The document is too old. Upload one from the last three months.',
    )
    await user.clear(screen.getByLabelText('Reason'))
    await user.type(screen.getByLabelText('Reason'), 'The bill is for another flat.')
    await user.click(await choose('Tax registration', 'Accept'))
    await user.click(screen.getByRole('button', { name: 'Reject 1 document' }))
    await waitFor(() => expect(business().verification).toBe('rejected'))
    unmount()
    Object.assign(business(), { verification: 'in_review' })
    documentOf('tax_registration').status = 'submitted'
    const again = open(PATH)
    await again.user.click(await choose('Tax registration', 'Reject'))
    await again.user.click(screen.getByRole('button', { name: 'Suggested reasons' }))
    const offered = await screen.findAllByRole('menuitem')
    expect(offered[0]).toHaveTextContent('The bill is for another flat.')
    await again.user.click(offered[0]!)
    expect(screen.getByLabelText('Reason')).toHaveValue('The bill is for another flat.')
  })

  it('says that another administrator has decided, and shows the current status', async () => {
    signIn()
    const { user } = open(PATH)
    await user.click(await choose('Proof of address', 'Accept'))
    await user.click(await choose('Tax registration', 'Accept'))
    business().verification = 'rejected'
    Object.assign(documentOf('proof_of_address'), { status: 'rejected', reason: 'It is another business.' })
    Object.assign(documentOf('tax_registration'), { status: 'accepted' })
    await user.click(screen.getByRole('button', { name: 'Approve and verify' }))
    const documents = await panel('Documents')
    expect(await documents.findByRole('alert')).toHaveTextContent('This action isn’t available right now')
    expect(await documents.findByText('It is another business.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Approve and verify' })).toBeNull()
    expect(business().verification).toBe('rejected')
  })

  it('says so too where the review was started meanwhile', async () => {
    business().verification = 'submitted'
    signIn()
    const { user } = open(PATH)
    const start = await screen.findByRole('button', { name: 'Start review' })
    business().verification = 'in_review'
    await user.click(start)
    expect(await screen.findByText(/This action isn’t available right now/)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull())
  })

  it('suspends with a reason, and opens again', async () => {
    signIn()
    const { user } = open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Change status' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend: Nordlicht Studio' }))
    await user.type(dialog.getByLabelText('Reason'), 'Its documents are of another business.')
    await user.click(dialog.getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(business()).toMatchObject({
      status: 'suspended',
      statusReason: 'Its documents are of another business.',
    })
    expect(await screen.findByText('Suspended')).toBeInTheDocument()
    expect(db.businesses.events.at(-1)).toMatchObject({
      kind: 'business.status_changed',
      actor: { kind: 'administrator' },
      reason: 'Its documents are of another business.',
    })
    await user.click(screen.getByRole('button', { name: 'Change status' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Reopen',
      'Close',
      'Reject verification',
      'Verify without review',
      'Reopen verification',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Reopen' }))
    const opens = within(await screen.findByRole('dialog', { name: 'Reopen: Nordlicht Studio' }))
    await user.click(opens.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(business().status).toBe('active'))
  })

  it('rejects a verification for what no document shows, with a reason, and opens a verified one again', async () => {
    signIn()
    const { user } = open(PATH)
    const choose = async (act: string) => {
      await user.click(await screen.findByRole('button', { name: 'Change status' }))
      await user.click(await screen.findByRole('menuitem', { name: act }))
      return within(await screen.findByRole('dialog', { name: `${act}: Nordlicht Studio` }))
    }
    const rejects = await choose('Reject verification')
    await user.click(rejects.getByRole('button', { name: 'Reject verification' }))
    expect(rejects.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason\./)
    expect(business().verification).toBe('in_review')
    await user.type(rejects.getByLabelText('Reason'), 'The legal name is of another business.')
    await user.click(rejects.getByRole('button', { name: 'Reject verification' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(business()).toMatchObject({
      verification: 'rejected',
      verificationReason: 'The legal name is of another business.',
    })
    const verifies = await choose('Verify without review')
    await user.click(verifies.getByRole('button', { name: 'Verify without review' }))
    await waitFor(() => expect(business().verification).toBe('verified'))
    const opens = await choose('Reopen verification')
    await user.type(opens.getByLabelText('Reason'), 'It has moved.')
    await user.click(opens.getByRole('button', { name: 'Reopen verification' }))
    await waitFor(() => expect(business().verification).toBe('unverified'))
  })

  it('keeps the reason where another administrator changed the status meanwhile', async () => {
    signIn()
    const { user } = open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Change status' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate: Nordlicht Studio' }))
    await user.type(dialog.getByLabelText('Reason'), 'All is well.')
    business().status = 'active'
    await user.click(dialog.getByRole('button', { name: 'Activate' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('This action isn’t available right now')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByRole('dialog', { name: 'Activate: Nordlicht Studio' })).toBeInTheDocument()
    expect(dialog.getByLabelText('Reason')).toHaveValue('All is well.')
  })

  it('puts a document in quarantine from its menu', async () => {
    signIn()
    const { user } = open(PATH)
    await user.click(await screen.findByRole('button', { name: 'Actions for umsatzsteuer.png' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Quarantine' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine umsatzsteuer.png?' }))
    await user.type(dialog.getByLabelText('Reason'), 'Forged')
    await user.click(dialog.getByRole('button', { name: 'Quarantine file' }))
    const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
    await user.click(asks.getByLabelText('Authenticator app code'))
    await user.paste('123 456')
    await waitFor(() =>
      expect(db.admin.quarantines).toMatchObject([{ owner: business().id, fileName: 'umsatzsteuer.png' }]),
    )
  })
})
