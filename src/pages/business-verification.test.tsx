import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

const harbour = () => db.businesses.businesses.find(({ name }) => name === 'Harbour & Co')!
const path = () => `/businesses/${harbour().publicId}/verification`
const documentOf = (kind: string) => harbour().documents.findLast((one) => one.kind === kind)
const checklist = () => screen.findByRole('region', { name: 'Checklist' })
/** The row of the checklist that starts with this text. */
const item = async (title: string) => {
  const row = (await within(await checklist()).findByText(title, { exact: true })).closest('li')
  return within(row!)
}
const pdf = (name: string, bytes: BlobPart = '%PDF-1.7 of a test') =>
  new File([bytes], name, { type: 'application/pdf' })
/** A drag event's data as browsers present it. */
const held = (file: File) => ({
  dataTransfer: {
    types: ['Files'],
    files: [file],
    items: [{ kind: 'file', type: file.type, getAsFile: () => file }],
  },
})
async function drop(title: string, file: File) {
  const row = await item(title)
  const zone = row.getByRole('button', { name: 'Browse' }).closest('[data-drop-zone]')!
  fireEvent.dragEnter(zone, held(file))
  fireEvent.drop(zone, held(file))
}

/** Harbour & Co before its submission: two documents are missing. */
function unverified() {
  const one = harbour()
  Object.assign(one, { verification: 'unverified', verifiedAt: null, submittedAt: null })
  one.documents = one.documents.filter(({ kind }) =>
    ['registration_certificate', 'owner_identity'].includes(kind),
  )
  for (const document of one.documents) Object.assign(document, { status: 'ready', reviewedAt: null })
}

/** Two of four were rejected. */
function rejected() {
  Object.assign(harbour(), { verification: 'rejected', verifiedAt: null })
  Object.assign(documentOf('proof_of_address')!, {
    status: 'rejected',
    reason: 'It is older than three months.',
  })
  Object.assign(documentOf('tax_registration')!, { status: 'rejected', reason: 'Page 2 is missing.' })
}

describe('the verification of a business', { timeout: 30_000 }, () => {
  it('says what is asked for, what is there and what is missing', async () => {
    unverified()
    harbour().profile = { ...harbour().profile, city: '', registration_number: '' }
    signIn()
    open(path())
    expect(await checklist()).toHaveTextContent(/^Accepted0 of 5/)
    expect(await checklist()).toHaveTextContent('3 items missing.')
    const details = await item('Business details')
    expect(details.getByText('Missing: Registration number and City.')).toBeInTheDocument()
    expect(details.getByRole('link', { name: 'Open profile' })).toHaveAttribute(
      'href',
      path().replace('verification', 'profile'),
    )
    expect((await item('Certificate of registration')).getByText('Ready to submit')).toBeInTheDocument()
    const address = await item('Proof of address')
    expect(address.getByText('Missing')).toBeInTheDocument()
    expect(address.getByText(/Utility bill, bank statement or tax letter/)).toBeInTheDocument()
    expect(screen.getByText('Complete 3 items to submit.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Submit 2 documents' })).toBeDisabled()
  })

  it('takes documents where they are asked for, and submits once all are there', async () => {
    unverified()
    signIn()
    const { user } = open(path())
    await drop('Proof of address', pdf('electricity-2026-11.pdf'))
    await waitFor(() =>
      expect(documentOf('proof_of_address')).toMatchObject({
        fileName: 'electricity-2026-11.pdf',
        status: 'ready',
      }),
    )
    expect(await (await item('Proof of address')).findByText('Ready to submit')).toBeInTheDocument()
    const input = (await item('Tax registration')).getByLabelText<HTMLInputElement>('Drop document here')
    await user.upload(input, pdf('vat.pdf'))
    await waitFor(() => expect(documentOf('tax_registration')).toMatchObject({ fileName: 'vat.pdf' }))
    await user.click(await screen.findByRole('button', { name: 'Submit 4 documents' }))
    await waitFor(() => expect(harbour().verification).toBe('submitted'))
    expect(harbour().documents.map(({ status }) => status)).toEqual(Array(4).fill('submitted'))
    expect(
      await screen.findByText('A reviewer is checking your documents. No action needed.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Submit|Browse|Add another)/ })).toBeNull()
    const [newest] = within(
      (await screen.findByRole('heading', { name: 'Timeline' })).closest('section')!,
    ).getAllByRole('listitem')
    expect(newest).toHaveTextContent(/^Submitted 4 documents.*Maren Okafor$/)
  })

  it.each([
    [
      'a file of another kind',
      () => new File(['MZ'], 'setup.exe'),
      'This file type isn’t accepted. Upload a PDF or an image.',
    ],
    ['malware', () => pdf('malware.pdf'), 'The file contains known malware. It was deleted'],
    ['an empty file', () => new File([], 'nothing.pdf'), 'The file is empty'],
    [
      'more than 20 MB',
      () => pdf('scan.pdf', new Uint8Array(20_000_001)),
      'The file is larger than 20 MB. Upload a smaller copy.',
    ],
  ])('says at the document why it does not take %s', async (_, make, says) => {
    unverified()
    signIn()
    open(path())
    await drop('Proof of address', make())
    const row = await item('Proof of address')
    expect(await row.findByRole('alert')).toHaveTextContent(says)
    expect(documentOf('proof_of_address')).toBeUndefined()
    expect(row.getByRole('button', { name: 'Browse' })).toBeEnabled()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('shows why documents were rejected, and submits only those again', async () => {
    rejected()
    signIn()
    const { user } = open(path())
    expect(await checklist()).toHaveTextContent('Replace 2 documents. Accepted documents stay accepted.')
    expect((await item('Proof of address')).getByText('It is older than three months.')).toBeInTheDocument()
    expect((await item('Tax registration')).getByText('Page 2 is missing.')).toBeInTheDocument()
    expect((await item('Certificate of registration')).queryByRole('button', { name: 'Browse' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Submit for review' })).toBeDisabled()
    await drop('Proof of address', pdf('electricity-2026-11.pdf'))
    await waitFor(async () => expect(await checklist()).toHaveTextContent('Replace 1 document.'))
    await drop('Tax registration', pdf('vat-whole.pdf'))
    await user.click(await screen.findByRole('button', { name: 'Resubmit 2 documents' }))
    await waitFor(() => expect(harbour().verification).toBe('submitted'))
    expect(
      harbour()
        .documents.map(({ kind, status }) => [kind, status])
        .toSorted(),
    ).toEqual([
      ['owner_identity', 'accepted'],
      ['proof_of_address', 'submitted'],
      ['registration_certificate', 'accepted'],
      ['tax_registration', 'submitted'],
    ])
    expect(db.businesses.events.at(-1)).toMatchObject({ after: { documents: 2 } })
  })

  it('shows what is asked for now where a submission is refused', async () => {
    rejected()
    for (const { kind } of harbour().documents) Object.assign(documentOf(kind)!, { status: 'ready' })
    signIn()
    const { user } = open(path())
    const submit = await screen.findByRole('button', { name: 'Resubmit 4 documents' })
    harbour().documents.pop()
    await user.click(submit)
    expect(await screen.findByRole('alert')).toHaveTextContent('The verification is incomplete')
    expect(await (await item('Tax registration')).findByText('Missing')).toBeInTheDocument()
    expect(harbour().verification).toBe('rejected')
  })

  it('deletes a document that was not submitted, after asking by its name', async () => {
    unverified()
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Actions for certidao-permanente.pdf' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Delete “certidao-permanente.pdf”?' }))
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(documentOf('registration_certificate')).toBeUndefined())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await (await item('Certificate of registration')).findByText('Missing')).toBeInTheDocument()
  })

  it('accepts an optional document', async () => {
    unverified()
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Add another document' }))
    const added = screen.getAllByLabelText<HTMLInputElement>('Drop document here').at(-1)!
    await user.upload(added, pdf('shareholders.pdf'))
    await waitFor(() => expect(documentOf('other')).toMatchObject({ fileName: 'shareholders.pdf' }))
    expect(await (await item('Other document')).findByText('Ready to submit')).toBeInTheDocument()
  })

  it('shows a document over the page', async () => {
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Actions for passport-okafor.png' }))
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'View document' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'passport-okafor.png' }))
    expect(dialog.getByRole('img', { name: 'passport-okafor.png' })).toHaveAttribute(
      'src',
      expect.stringContaining(documentOf('owner_identity')!.id),
    )
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tells what happened, the newest first, and holds a name as long as a file’s', async () => {
    documentOf('owner_identity')!.fileName = `${'scan-'.repeat(50)}1.png`
    signIn()
    open(path())
    expect(await checklist()).toHaveTextContent(/^Accepted5 of 5The business is verified\./)
    expect(await checklist()).toHaveTextContent(`${'scan-'.repeat(50)}1.png`)
    const timeline = (await screen.findByRole('heading', { name: 'Timeline' })).closest('section')!
    const told = within(timeline)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(told[0]).toMatch(/^Verified.*Filewright reviewAll documents are in order\.$/)
    expect(told[1]).toMatch(/^In review/)
    expect(told[2]).toMatch(/^Submitted 4 documents.*Maren Okafor$/)
  })

  it('shows an employee nothing of it', async () => {
    signIn(INES)
    open(path())
    expect(await screen.findByText('Your role doesn’t include this')).toBeInTheDocument()
    expect(screen.queryByText('certidao-permanente.pdf')).toBeNull()
  })
})
