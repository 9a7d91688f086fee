import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'
import { forgetActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  forgetActing()
  history.replaceState(null, '', '/')
})

const PAGE = '/businesses/biz_7hq2m4kx9tpz3w5c/members'
const RAVI = 'ravi@partner.example'
const invited = (email: string) =>
  db.businesses.members.find((one) => one.email === email && one.status === 'invited')
const pending = () => db.businesses.members.filter(({ status }) => status === 'invited').length
const mails = (email: string) => db.identity.outbox.filter(({ to }) => to === email)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const dialog = async (name: string) =>
  within(await screen.findByRole('dialog', { name }, { timeout: 20_000 }))

describe('inviting', () => {
  it('sends one, with the role that was chosen', { timeout: 40_000 }, async () => {
    signIn()
    const { user, router } = open(PAGE)
    await user.click(await screen.findByRole('link', { name: 'Invite members' }, { timeout: 20_000 }))
    const asks = await dialog('Invite members')
    const field = asks.getByRole('textbox', { name: 'E-mail addresses' })
    expect(field).toHaveAccessibleDescription(/^Only harbour\.example and partner\.example addresses\./)
    await user.click(asks.getByRole('button', { name: 'Invite' }))
    expect(field).toHaveAccessibleDescription(/Enter at least one e-mail address\./)
    await user.type(field, 'ana@harbour.example')
    await user.click(asks.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: /^Viewer/ }))
    await user.click(asks.getByRole('button', { name: 'Invite' }))
    await closed()
    expect(invited('ana@harbour.example')).toMatchObject({ role: 'viewer' })
    expect(mails('ana@harbour.example')).toHaveLength(1)
    expect(router.state.location.search).toBe('')
    expect(await screen.findByText('1 invitation sent.')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: /^Invitations/ }).closest('label')).toHaveTextContent('3')
  })

  it('sends one mail also where the answer to the first attempt was lost', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=invite`)
    const asks = await dialog('Invite members')
    await user.type(asks.getByRole('textbox', { name: 'E-mail addresses' }), 'ana@harbour.example')
    const { fetch } = globalThis
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      await fetch(...request)
      throw new TypeError('Failed to fetch')
    })
    await user.click(asks.getByRole('button', { name: 'Invite' }))
    await waitFor(() => expect(asks.getByRole('button', { name: 'Invite' })).toBeEnabled())
    lost.mockRestore()
    expect(mails('ana@harbour.example')).toHaveLength(1)
    await user.click(asks.getByRole('button', { name: 'Invite' }))
    await closed()
    expect(mails('ana@harbour.example')).toHaveLength(1)
  })

  it('takes many as they are pasted, each once, and names what is no address', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=invite`)
    const asks = await dialog('Invite members')
    const field = asks.getByRole('textbox', { name: 'E-mail addresses' })
    await user.click(field)
    await user.paste(
      '"Ruiz, Ana" <ana@harbour.example>; tom@harbour.example, TOM@harbour.example\njoel@harbour.example\nmia@harbour',
    )
    await user.click(asks.getByRole('button', { name: 'Invite 3' }))
    expect(field).toHaveAccessibleDescription(/Invalid e-mail address: mia@harbour\./)
    expect(pending()).toBe(2)
    await user.type(field, '.example')
    await user.click(asks.getByRole('button', { name: 'Invite 4' }))
    await closed()
    for (const name of ['ana', 'TOM', 'joel', 'mia'])
      expect(invited(`${name}@harbour.example`)?.role, name).toBe('employee')
    expect(pending()).toBe(6)
  })

  it('keeps those that were refused, each with its reason, and sends the others', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=invite`)
    const asks = await dialog('Invite members')
    const field = asks.getByRole('textbox', { name: 'E-mail addresses' })
    await user.click(field)
    await user.paste('ana@harbour.example, ana@elsewhere.example, lena@harbour.example')
    await user.click(asks.getByRole('button', { name: 'Invite 3' }))
    const alert = await asks.findByRole('alert')
    expect(alert).toHaveTextContent(/ana@elsewhere\.example: The business doesn’t allow this e-mail address/)
    expect(alert).toHaveTextContent(/lena@harbour\.example: This person is already a member/)
    expect(field).toHaveValue('ana@elsewhere.example\nlena@harbour.example')
    expect(invited('ana@harbour.example')).toBeDefined()
    expect(pending()).toBe(3)
  })

  it('takes at most fifty, and leads to the import for more', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=invite`)
    const asks = await dialog('Invite members')
    const field = asks.getByRole('textbox', { name: 'E-mail addresses' })
    await user.click(field)
    await user.paste(Array.from({ length: 51 }, (_, at) => `p${at}@harbour.example`).join('\n'))
    await user.click(asks.getByRole('button', { name: 'Invite 51' }))
    expect(field).toHaveAccessibleDescription(
      /You can invite up to 50 people at once\. Import a CSV file to invite more\./,
    )
    expect(pending()).toBe(2)
  })

  it('offers a manager the roles below', async () => {
    signIn(INES)
    db.businesses.members.find(({ userId }) => userId === INES.id)!.role = 'manager'
    const { user } = open(`${PAGE}?dialog=invite`)
    const asks = await dialog('Invite members')
    await user.click(asks.getByRole('combobox', { name: 'Role' }))
    const options = await screen.findAllByRole('option')
    expect(options).toHaveLength(2)
    expect(options[0]).toHaveTextContent(/^Employee/)
    expect(options[1]).toHaveTextContent(/^Viewer/)
  })
})

describe('pending invitations', () => {
  const list = async () => within(await screen.findByRole('table', { name: 'Pending invitations' }))

  it('are listed, sent again with a new link, and revoked', async () => {
    signIn()
    const { user } = open(PAGE)
    await user.click(await screen.findByRole('radio', { name: /^Invitations/ }))
    const ravi = (await list()).getByRole('row', { name: /ravi@partner/ })
    expect(ravi).toHaveTextContent('Manager')
    expect(ravi).toHaveTextContent(/by Maren Okafor/)
    const before = invited(RAVI)!.token
    await user.click(screen.getByRole('button', { name: `Resend invitation to ${RAVI}` }))
    expect(await screen.findByText(`New invitation sent to ${RAVI}.`)).toBeInTheDocument()
    expect(invited(RAVI)!.token).not.toBe(before)
    expect(mails(RAVI)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: `Revoke invitation to ${RAVI}` }))
    expect(await screen.findByText(`Invitation to ${RAVI} revoked.`)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('row', { name: /ravi@partner/ })).toBeNull())
    expect(invited(RAVI)).toBeUndefined()
    expect(screen.getByText('1 invitation')).toBeInTheDocument()
  })

  it('say that they have expired, or that another person was faster', async () => {
    signIn()
    invited(RAVI)!.expiresAt = new Date(0).toISOString()
    const { user } = open(`${PAGE}?list=invitations`)
    expect((await list()).getByRole('row', { name: /ravi@partner/ })).toHaveTextContent('Expired')
    const elif = invited('elif@harbour.example')!
    elif.status = 'declined'
    await user.click(screen.getByRole('button', { name: `Resend invitation to ${elif.email}` }))
    expect(await screen.findByText(/^This action isn’t available right now\./)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('row', { name: /elif@/ })).toBeNull())
  })

  it('say that there are none, and lead to the dialog', async () => {
    signIn()
    db.businesses.members = db.businesses.members.filter(({ status }) => status !== 'invited')
    const { user } = open(`${PAGE}?list=invitations`)
    expect(await screen.findByText('No pending invitations')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Invite members' }))
    await dialog('Invite members')
  })
})

describe('a CSV file', () => {
  const csv = (text: string) =>
    new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'people.csv', { type: 'text/csv' })
  const line = async (text: RegExp) => (await screen.findByRole('row', { name: text })).textContent

  it('is read first, each line with what it does; then it takes effect', { timeout: 30_000 }, async () => {
    signIn()
    const { user } = open(PAGE)
    await user.click(await screen.findByRole('link', { name: 'Import CSV' }))
    const asks = await dialog('Import members')
    // é in Windows-1252, which is invalid UTF-8.
    const file = csv(
      [
        'name,email,role',
        'Ren\u00e9,rene@harbour.example,viewer',
        'Again,RENE@harbour.example,viewer',
        'Wrong,not an address,viewer',
        'Formula,=1+1,viewer',
        'Joon,joon@harbour.example,manager',
        'Far,mia@elsewhere.example,',
      ].join('\r\n'),
    )
    await user.upload(asks.getByLabelText<HTMLInputElement>('CSV file'), file)
    expect(
      await asks.findByText(/^1 invitation, 1 role changed, 1 line with no change, 3 invalid lines/),
    ).toHaveTextContent('windows-1252')
    expect(await line(/rene@/)).toBe('2rene@harbour.exampleViewerWill be invited')
    expect(await line(/RENE@/)).toContain('earlier line')
    expect(await line(/not an address/)).toContain('This is not an e-mail address.')
    expect(await line(/=1\+1/)).toContain('This begins like a formula.')
    expect(await line(/joon@/)).toBe('6joon@harbour.exampleManagerRole change')
    expect(await line(/mia@/)).toContain('7mia@elsewhere.exampleEmployee')
    expect(pending()).toBe(2)
    await user.click(asks.getByRole('radio', { name: /^Invalid/ }))
    await waitFor(() => expect(asks.queryByRole('row', { name: /joon@/ })).toBeNull())
    await user.click(asks.getByRole('button', { name: 'Import 2 lines' }))
    await closed()
    expect(await screen.findByText('1 invitation sent. 1 role changed.')).toBeInTheDocument()
    expect(invited('rene@harbour.example')).toMatchObject({ role: 'viewer' })
    expect(db.businesses.members.find(({ email }) => email === 'joon@harbour.example')?.role).toBe('manager')
    expect(pending()).toBe(3)
  })

  it('that is none is named, and another one can be chosen', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=import`)
    const asks = await dialog('Import members')
    const input = asks.getByLabelText<HTMLInputElement>('CSV file')
    await user.upload(input, csv('PK\u0000\u0000'))
    expect(await asks.findByRole('alert')).toHaveTextContent(/^[A-Z].+\. .+\.$/)
    expect(asks.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true')
    await user.upload(input, csv('ana@harbour.example'))
    expect(await asks.findByRole('button', { name: 'Import 1 line' })).toBeEnabled()
    expect(asks.queryByRole('alert')).toBeNull()
  })

  it('without roles gives the one that is chosen, and reads the file anew for it', async () => {
    signIn()
    const { user } = open(`${PAGE}?dialog=import`)
    const asks = await dialog('Import members')
    await user.upload(asks.getByLabelText<HTMLInputElement>('CSV file'), csv('ana@harbour.example\n'))
    expect(await line(/ana@/)).toContain('Employee')
    await user.click(asks.getByRole('combobox', { name: 'Role if none is given' }))
    await user.click(await screen.findByRole('option', { name: /^Billing/ }))
    await waitFor(async () => expect(await line(/ana@/)).toContain('Billing'))
    await user.dblClick(asks.getByRole('button', { name: 'Import 1 line' }))
    await closed()
    expect(invited('ana@harbour.example')?.role).toBe('billing')
    expect(mails('ana@harbour.example')).toHaveLength(1)
  })
})
