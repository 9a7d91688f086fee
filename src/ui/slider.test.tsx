import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Slider } from './slider.tsx'
import { show } from './testing.tsx'

function Quality() {
  const [value, setValue] = useState(80)
  return <Slider label="Quality" min={1} max={100} value={value} onChange={setValue} />
}

function Weight() {
  const [value, setValue] = useState<[number, number]>([400, 600])
  return <Slider label="Weight" min={300} max={700} step={10} value={value} onChange={setValue} />
}

test('a typed value counts from Enter, within the limits', async () => {
  const { user } = show(<Quality />)
  const typed = screen.getByRole('textbox', { name: 'Quality' })
  await user.clear(typed)
  await user.type(typed, '45{Enter}')
  expect(screen.getByRole('slider', { name: 'Quality' })).toHaveValue('45')
  await user.clear(typed)
  await user.type(typed, '900{Enter}')
  expect(typed).toHaveValue('100')
})

test('what is no number is put back', async () => {
  const { user } = show(<Quality />)
  const typed = screen.getByRole('textbox', { name: 'Quality' })
  await user.clear(typed)
  await user.type(typed, 'high')
  await user.tab()
  expect(typed).toHaveValue('80')
})

test('a range has a thumb and a figure at each end, moves by arrow key, and never crosses', async () => {
  const { user } = show(<Weight />)
  screen.getByRole('slider', { name: 'Weight, from' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('textbox', { name: 'Weight, from' })).toHaveValue('410')
  const to = screen.getByRole('textbox', { name: 'Weight, to' })
  await user.clear(to)
  await user.type(to, '352{Enter}')
  expect(screen.getByRole('textbox', { name: 'Weight, from' })).toHaveValue('350')
  expect(to).toHaveValue('410')
})
