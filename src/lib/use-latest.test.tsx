import { act, render, screen } from '@testing-library/react'
import { StrictMode, Suspense, startTransition, use, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { useLatest } from './use-latest.ts'

const NEVER = new Promise<string>(() => {})

function Reader({ value, wait }: { value: string; wait: boolean }) {
  const latest = useLatest(value)
  const [read, setRead] = useState('')
  if (wait) use(NEVER)
  return (
    <button type="button" onClick={() => setRead(latest.current)}>
      {read || 'nothing'}
    </button>
  )
}

let change: (props: { value: string; wait: boolean }) => void = () => {}
function App() {
  const [props, setProps] = useState({ value: 'committed', wait: false })
  useEffect(() => {
    change = setProps
  }, [])
  return (
    <Suspense>
      <Reader {...props} />
    </Suspense>
  )
}

it('does not expose the value of a render that React has not committed', async () => {
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  await act(async () => startTransition(() => change({ value: 'suspended', wait: true })))
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByRole('button')).toHaveTextContent('committed')
})
