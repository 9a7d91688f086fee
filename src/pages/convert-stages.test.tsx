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
