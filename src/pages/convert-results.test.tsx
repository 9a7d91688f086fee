import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { forgetFiles } from '../features/convert/queue/index.ts'

const { db, open, signIn } = withApp({ width: 80 })
afterEach(forgetFiles)

const text = (name: string) => new File(['hello, harbour'], name)

async function run(user: ReturnType<typeof open>['user'], ...names: string[]) {
  await screen.findByRole('heading', { name: 'Convert' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, names.map(text))
  await row(names[0]!)
  await user.keyboard('{Control>}{Enter}{/Control}')
}

const row = (name: string) => screen.findByRole('article', { name })
const panel = async () => within(await screen.findByRole('region', { name: 'Results' }))

describe('after a run', () => {
  it('turns the panel from the next run to its results, with what was quoted and charged', async () => {
    signIn()
    const { user } = open('/convert')
    await run(user, 'notes.md', 'table.csv', 'damaged.md', 'encrypted.md')
    const results = await panel()
    expect(await results.findByText('2 done')).toBeInTheDocument()
    expect(results.getByText(/% smaller$/)).toBeInTheDocument()
    expect(results.getByRole('meter', { name: 'Size of the results' })).toBeInTheDocument()
    expect(results.getByRole('button', { name: /Download 2 as ZIP/ })).toBeEnabled()
    expect(results.getByText('1 failed')).toBeInTheDocument()
    expect(results.getByText('1 needs a password')).toBeInTheDocument()
    const figure = (name: string) => results.getByText(name).nextElementSibling?.textContent
    const number = (name: string) => Number(/\d+(?= credit|$)/.exec(figure(name) ?? '')?.[0])
    expect(number('Quoted')).toBeGreaterThan(number('Charged'))
    expect(screen.queryByRole('region', { name: 'Next batch' })).toBeNull()
  })

  it('brings the next run back above the results with another file, and retries what failed', async () => {
    signIn()
    const { user } = open('/convert')
    await run(user, 'notes.md', 'damaged.md')
    await (await panel()).findByText('1 done')
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, text('late.md'))
    const next = await screen.findByRole('region', { name: 'Next batch' })
    const results = await screen.findByRole('region', { name: 'Results' })
    expect(next.compareDocumentPosition(results)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await user.click(within(results).getByRole('button', { name: 'Retry 1 file' }))
    const tries = () => db.conversions.filter(({ conversion }) => conversion.filename === 'damaged.md')
    await waitFor(() => expect(tries()).toHaveLength(2))
  })

  it('opens the preview by a click on the row and by Enter, and gives the focus back to the row', async () => {
    signIn()
    const { user } = open('/convert')
    await run(user, 'notes.md', 'table.csv')
    await (await panel()).findByText('2 done')
    await user.click(within(await row('notes.md')).getByText('charged'))
    const dialog = within(await screen.findByRole('dialog', { name: /notes/ }))
    expect(dialog.getByText('1 of 2')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Next result' }))
    expect(await screen.findByRole('dialog', { name: /table/ })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const table = await row('table.csv')
    await waitFor(() => expect(table).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: /table/ })).toBeInTheDocument()
  })

  it('has compare, share and store in the row, and shares all results with one link each', async () => {
    signIn()
    const { user } = open('/convert')
    await run(user, 'notes.md', 'table.csv')
    const results = await panel()
    await results.findByText('2 done')
    const notes = within(await row('notes.md'))
    expect(notes.getByRole('button', { name: 'Compare notes.md with its original' })).toBeInTheDocument()
    expect(notes.getByRole('button', { name: 'Store notes.md' })).toBeInTheDocument()
    await user.click(notes.getByRole('button', { name: 'Share notes.md' }))
    const one = within(await screen.findByRole('dialog', { name: /Share/ }))
    await user.click(one.getByRole('button', { name: 'Cancel' }))
    await user.click(results.getByRole('button', { name: 'Share 2' }))
    const all = within(await screen.findByRole('dialog', { name: 'Share 2 results' }))
    await user.click(all.getByRole('button', { name: 'Create 2 links' }))
    const ready = within(await screen.findByRole('dialog', { name: '2 links ready' }))
    expect(ready.getAllByRole('listitem')).toHaveLength(2)
    expect(ready.getByRole('button', { name: 'Copy all links' })).toBeInTheDocument()
  })

  it('leaves a visitor the download, and nothing that needs an account', async () => {
    const { user } = open('/convert')
    await run(user, 'notes.md')
    const results = await panel()
    expect(await results.findByRole('link', { name: /Download result/ })).toHaveAttribute('href')
    expect(results.queryByRole('button', { name: /Share|Store/ })).toBeNull()
  })

  it('clears what is done, and the whole list for a new batch, both with a way back', async () => {
    signIn()
    const { user } = open('/convert')
    await run(user, 'notes.md', 'damaged.md')
    await (await panel()).findByText('1 done')
    await user.click(screen.getByRole('button', { name: 'Clear done' }))
    expect(screen.queryByRole('article', { name: 'notes.md' })).toBeNull()
    // Toasts capture the pointer, which jsdom does not support.
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await row('notes.md')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'New batch' }))
    expect(await screen.findByText('No files to convert yet')).toBeInTheDocument()
  })
})
