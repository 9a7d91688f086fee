import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

/** Adds conversions of the last hour with this failure. */
function fail(code: 'internal' | 'source_damaged', count: number) {
  for (const { conversion } of db.conversions.slice(0, count))
    Object.assign(conversion, {
      status: 'failed',
      error: { code, message: 'It failed.' },
      completed_at: new Date().toISOString(),
    })
}

describe('the administrator’s page of the server', { timeout: 30_000 }, () => {
  it('is hidden from everyone else', async () => {
    signIn(INES)
    open('/admin')
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
  })

  it('shows queues, workers with their engines, disk and versions', async () => {
    signIn()
    open('/admin')
    const queues = within(await screen.findByRole('table', { name: 'Queues' }))
    expect(
      queues.getByRole('row', { name: /^Conversions Ready ?3 Active ?2 Deferred ?1 Oldest ?12/ }),
    ).toBeInTheDocument()
    expect(screen.getByText('Sandbox: bubblewrap')).toBeInTheDocument()
    expect(screen.getByText(/^support ended on 31 May 2025$/)).toBeInTheDocument()
    expect(screen.getByRole('meter', { name: 'Disk' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^212.GB of 500.GB free$/),
    )
    expect(screen.getByText('18.1')).toBeInTheDocument()
  })

  it('retries all failures of a kind that are the server’s fault, and asks first', async () => {
    fail('internal', 3)
    signIn()
    const { user } = open('/admin')
    await user.click(await screen.findByRole('button', { name: /^Retry all of this kind/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Retry 3 conversions?' }))
    await user.click(dialog.getByRole('button', { name: 'Retry all' }))
    await confirm(user)
    expect(await screen.findByText('3 conversions run again.')).toBeInTheDocument()
    expect(await screen.findByText('No conversion failed in the last hour.')).toBeInTheDocument()
    expect(db.identity.events[0]).toMatchObject({ kind: 'conversions_retried', detail: { count: '3' } })
  })

  it('offers no retry for damaged files', async () => {
    fail('source_damaged', 2)
    signIn()
    open('/admin')
    expect(await screen.findByRole('row', { name: /^Damaged source_damaged 2 1/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })

  it('finds a pending conversion by its id', async () => {
    signIn()
    const [first, second] = db.conversions
    for (const stored of [first!, second!])
      Object.assign(stored, {
        plan: { startsAt: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY },
      })
    const { user } = open('/admin')
    const search = await screen.findByRole('searchbox', { name: 'Search pending conversions' })
    const buttons = () => screen.queryAllByRole('button', { name: /^Cancel conversion/ })
    expect(buttons()).toHaveLength(2)
    await user.click(search)
    await user.paste(first!.conversion.id)
    await waitFor(() => expect(buttons()).toHaveLength(1))
    const id = first!.conversion.id.slice(0, 8)
    expect(buttons()[0]).toHaveAccessibleName(`Cancel conversion ${id}`)
    await user.type(search, '{Backspace}')
    expect(await screen.findByText('Enter the complete ID of a conversion.')).toBeInTheDocument()
    await user.clear(search)
    await user.paste(crypto.randomUUID())
    expect(await screen.findByText('No pending conversion has this ID.')).toBeInTheDocument()
  })

  it('quarantines the result of a conversion by its id', async () => {
    signIn()
    const made = db.conversions.find(({ conversion }) => conversion.output)!
    const { user } = open('/admin')
    await user.click(await screen.findByRole('textbox', { name: 'ID of a file, conversion or document' }))
    await user.paste(made.conversion.id)
    await user.click(screen.getByRole('button', { name: 'Quarantine file' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this file?' }))
    await user.type(dialog.getByLabelText('Reason'), 'Reported')
    await user.click(dialog.getByRole('button', { name: 'Quarantine file' }))
    await confirm(user)
    await waitFor(() => expect(db.admin.quarantines).toMatchObject([{ key: made.conversion.id }]))
  })
})

async function confirm(user: ReturnType<typeof open>['user']) {
  const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
  await user.click(asks.getByLabelText('Authenticator app code'))
  await user.paste('123 456')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify your identity' })).toBeNull())
}
