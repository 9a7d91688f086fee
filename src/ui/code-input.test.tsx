import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeInput } from './code-input.tsx'
import { show } from './testing.tsx'

function Example({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('')
  return <CodeInput label="Verification code" value={code} onChange={setCode} onComplete={onComplete} />
}

test('a pasted code loses its spaces and is complete at once', async () => {
  const complete = vi.fn()
  const { user } = show(<Example onComplete={complete} />)
  await user.click(screen.getByRole('textbox', { name: 'Verification code' }))
  await user.paste('418 032')
  expect(screen.getByRole('textbox')).toHaveValue('418032')
  expect(complete).toHaveBeenCalledExactlyOnceWith('418032')
})

test('letters are not taken', async () => {
  const { user } = show(<Example onComplete={() => {}} />)
  await user.type(screen.getByRole('textbox'), '4a1')
  expect(screen.getByRole('textbox')).toHaveValue('41')
})
