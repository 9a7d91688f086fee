import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { PASSWORD } from '../../tests/mock-api/submit.ts'
import { forgetFiles } from '../features/convert/queue/index.ts'

const { db, open, signIn } = withApp({ width: 80 })
afterEach(forgetFiles)

const text = (name: string) => new File(['hello, harbour'], name)
const row = (name: string) => screen.findByRole('article', { name })

async function add(user: ReturnType<typeof open>['user'], ...names: string[]) {
  await screen.findByRole('heading', { name: 'Convert' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, names.map(text))
  await row(names.at(-1)!)
}

describe('the focus', () => {
  it('goes to the next row when one is removed by its button or by its menu, and to Browse after the last', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, 'a.md', 'b.md', 'damaged.md')
    await user.click(screen.getByRole('button', { name: 'Remove a.md' }))
    await waitFor(async () => expect(await row('b.md')).toHaveFocus())
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.getByText('1 completed')).toBeInTheDocument())
    await user.click(await screen.findByRole('button', { name: 'More for b.md' }))
    await user.click(await screen.findByRole('menuitem', { name: /Remove/ }))
    await waitFor(async () => expect(await row('damaged.md')).toHaveFocus())
    await user.keyboard('{Delete}')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Browse.*U/ })).toHaveFocus())
  })

  it('stays in a row whose buttons go when its conversion is cancelled, retried or made ready again', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, 'slow.md', 'damaged.md')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await user.click(await screen.findByRole('button', { name: 'Cancel slow.md' }))
    await waitFor(async () => expect(await row('slow.md')).toHaveFocus())
    await waitFor(async () => expect(await row('damaged.md')).toHaveTextContent('Damaged'))
    await user.click(await screen.findByRole('button', { name: 'More for damaged.md' }))
    await user.click(await screen.findByRole('menuitem', { name: /Convert again/ }))
    await waitFor(async () => expect(await row('damaged.md')).toHaveFocus())
  })
})

describe('the first arrow key', () => {
  it('takes the first row, and the next ones the rows after it', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, 'a.md', 'b.md')
    await user.keyboard('{ArrowDown}')
    expect(await row('a.md')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(await row('b.md')).toHaveFocus()
  })
})

describe('U', () => {
  it.each(['/convert', '/'])('opens the file dialog wherever its key cap is shown: %s', async (path) => {
    signIn()
    const { user } = open(path)
    await screen.findByRole('button', { name: /^Browse.*U/ })
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
    await user.keyboard('u')
    await waitFor(() => expect(opened).toHaveBeenCalled())
    opened.mockRestore()
  })
})

it('says one credit, and several credits', async () => {
  signIn()
  const { user } = open('/convert')
  await add(user, 'a.md')
  const panel = await screen.findByRole('region', { name: 'Next batch' })
  await waitFor(() => expect(panel).toHaveTextContent(/Total2 credits/))
  await user.click(within(await row('a.md')).getByRole('combobox', { name: /Output format/ }))
  await user.click(await screen.findByRole('option', { name: /DOCX/ }))
  await waitFor(() => expect(panel).toHaveTextContent(/Total1 credit(?!s)/))
})

describe('a file with a password', () => {
  it('asks for it in its row, says that it is wrong without losing the focus, and opens with the right one', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, 'encrypted.md')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const field = await screen.findByLabelText('Password of encrypted.md')
    const locked = within(await row('encrypted.md'))
    expect(locked.getByText('Used for this conversion, not stored.')).toBeInTheDocument()
    expect(field).toHaveAttribute('type', 'password')
    await user.click(locked.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')
    await user.type(field, 'wrong{Enter}')
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/does not open the file\. Nothing was charged\./)
    expect(db.conversions[0]?.conversion.credits_charged).toBe(0)
    await user.clear(field)
    await user.type(field, PASSWORD)
    await user.click(locked.getByRole('button', { name: /Convert again/ }))
    await waitFor(() => expect(screen.getByText('1 completed')).toBeInTheDocument())
    expect(db.conversions[0]?.conversion.options).toMatchObject({ password: PASSWORD })
    await waitFor(async () => expect(await row('encrypted.md')).toHaveFocus())
    // It was used once and is not in the file's options.
    await user.keyboard('r')
    expect(await row('encrypted.md')).not.toHaveTextContent(/Password/)
  })
})
