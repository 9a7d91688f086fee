import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { putInQuarantine } from '../../tests/component/put-in-quarantine.ts'

// Too narrow for a file preview next to the list, whose engine needs a real browser.
const { open, signIn, db } = withApp({ width: 100 })

const NAME = 'IMG_4821.HEIC'
const file = () => db.storage.files.find(({ name }) => name === NAME)!
const MEANING = /can’t be previewed, downloaded, converted or shared until it is released/

describe('a file in quarantine', { timeout: 30_000 }, () => {
  beforeEach(() => putInQuarantine(db, file()))

  it('is marked in the list, where it can only be renamed and deleted', async () => {
    signIn()
    const { user } = open('/storage?q=IMG_48')
    const row = await screen.findByRole('row', { name: new RegExp(NAME) })
    expect(within(row).getByTitle(MEANING)).toHaveTextContent('In quarantine')
    expect(within(row).queryByRole('button', { name: `Share ${NAME}` })).toBeNull()
    await user.click(within(row).getByRole('button', { name: `More for ${NAME}` }))
    for (const name of ['Download', 'Share', 'Convert']) {
      const entry = await screen.findByRole('menuitem', { name: new RegExp(`^${name} In quarantine`) })
      expect(entry).toHaveAttribute('aria-disabled', 'true')
    }
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }))
    await waitFor(() => expect(file().deletedAt).not.toBeNull())
  })

  it('keeps a selection from being downloaded, by the key as well', async () => {
    signIn()
    const { user } = open('/storage?q=IMG_48')
    const row = await screen.findByRole('row', { name: new RegExp(NAME) })
    await user.click(within(row).getByRole('checkbox'))
    const bar = await screen.findByRole('region', { name: 'Actions for selected items' })
    expect(bar).toHaveTextContent('1 selected. 1 file in quarantine can only be deleted.')
    for (const name of [/^Download/, /^Share/, /^Convert/])
      expect(within(bar).getByRole('button', { name })).toBeDisabled()
    row.focus()
    await user.keyboard('d')
    expect(await screen.findByText('Files in quarantine can’t be downloaded.')).toBeInTheDocument()
    expect(within(bar).getByRole('button', { name: /^Delete 1/ })).toBeEnabled()
  })

  it('says so on its page, which has no preview, and can be deleted there', async () => {
    signIn()
    const { user } = open(`/storage/${file().id}`)
    expect(await screen.findByText(MEANING)).toBeInTheDocument()
    for (const name of ['Download', 'Share', 'Convert'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: /^More for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(file().deletedAt).not.toBeNull())
  })

  it('is offered neither to be converted nor to be shared', async () => {
    signIn()
    const { user } = open('/convert')
    await user.click(await screen.findByRole('button', { name: 'From Storage' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose files from Storage' })
    expect(await within(dialog).findByRole('checkbox', { name: new RegExp(NAME) })).toBeDisabled()
  })
})
