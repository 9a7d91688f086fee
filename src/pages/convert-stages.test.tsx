import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { forgetFiles } from '../features/convert/queue/index.ts'

const { open, signIn } = withApp({ width: 80 })
afterEach(forgetFiles)

it('says in words what happens to each file, one alone and one of several', async () => {
  signIn()
  const { user } = open('/convert')
  await screen.findByRole('heading', { name: 'Convert' })
  const add = (...names: string[]) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      names.map((name) => new File(['hello, harbour'], name)),
    )
  const row = (name: string) => screen.findByRole('article', { name })
  await add('slow one.md')
  await row('slow one.md')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await row('slow one.md')).toHaveTextContent('Rendering page 1 of 12'))
  await add('slow nopercent two.md', 'slow three.md')
  await row('slow three.md')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await row('slow nopercent two.md')).toHaveTextContent('Reading'))
  await waitFor(async () => expect(await row('slow three.md')).toHaveTextContent('Rendering page 1 of 12'))
})

it('says how many conversions are before one that waits, and when a result is saved', async () => {
  signIn()
  const { user } = open('/convert')
  await screen.findByRole('heading', { name: 'Convert' })
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    ['queued one.md', 'queued two.md', 'queued three.md', 'saving four.md'].map(
      (name) => new File(['hello, harbour'], name),
    ),
  )
  const row = (name: string) => screen.findByRole('article', { name })
  await row('saving four.md')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await row('queued three.md')).toHaveTextContent('Queued2 before this one'))
  expect(await row('queued two.md')).toHaveTextContent('Queued1 before this one')
  expect(await row('queued one.md')).not.toHaveTextContent('before this one')
  await waitFor(async () => expect(await row('saving four.md')).toHaveTextContent('Saving the result'))
})
