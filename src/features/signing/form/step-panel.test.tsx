import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../ui/testing.tsx'
import { StepPanel } from './step-panel.tsx'
import type { Filled, SignField } from './steps.ts'

const field: SignField = {
  id: '0c5c1f0e-0000-4000-8000-000000000001',
  kind: 'signature',
  places: [{ page: 1, rect: { x: 0, y: 0, width: 160, height: 40 } }],
  ...{ label: '', help: '', required: true, value: null, read_only: false },
  ...{ options: [], max_length: null, min: null, max: null },
}

/** Pending image encodings, which the test resolves. */
let encoders: BlobCallback[]
const ends = () => act(async () => encoders.shift()?.(new Blob(['an image'], { type: 'image/png' })))

beforeEach(() => {
  encoders = []
  const pixels = new Uint8ClampedArray(4 * 100).fill(255)
  const context = new Proxy(
    { getImageData: () => ({ data: pixels }) },
    { get: (own, key) => Reflect.get(own, key) ?? (() => {}), set: () => true },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => void encoders.push(done))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

function Step({ onNext }: { onNext: (filled: Filled) => void }) {
  const [filled, setFilled] = useState<Filled>({ values: {}, signature: null, initials: null })
  return (
    <StepPanel
      number={1}
      count={1}
      page={1}
      field={field}
      label="Your signature"
      filled={filled}
      name="Ana Ruiz"
      token="a-token"
      onValue={() => {}}
      onMark={(kind, mark) => setFilled((now) => ({ ...now, [kind]: mark }))}
      onBack={() => {}}
      onNext={() => onNext(filled)}
    />
  )
}

async function draw() {
  const pad = screen.getByRole('img', { name: /^Draw here/ })
  const at = (x: number) => ({
    clientX: x,
    clientY: 10,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    buttons: 1,
  })
  await act(async () => {
    fireEvent.pointerDown(pad, at(5))
    fireEvent.pointerMove(pad.ownerDocument, at(50))
    fireEvent.pointerUp(pad.ownerDocument, { ...at(50), buttons: 0 })
  })
}
const use = () => screen.getByRole('button', { name: 'Use signature' })

it('a press straight after the last stroke waits for its image, and continues once', async () => {
  const onNext = vi.fn()
  const { user } = show(<Step onNext={onNext} />)
  expect(use()).toHaveAttribute('aria-disabled', 'true')
  await draw()
  expect(encoders).toHaveLength(1)
  expect(use()).not.toHaveAttribute('aria-disabled')
  const pressed = use()
  await user.click(pressed)
  await user.click(pressed)
  expect(onNext).not.toHaveBeenCalled()
  await ends()
  await waitFor(() => expect(onNext).toHaveBeenCalled())
  expect(onNext).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ signature: expect.objectContaining({ how: 'drawn' }) }),
  )
})

it('a press after another stroke waits for the image that has it', async () => {
  const onNext = vi.fn()
  const { user } = show(<Step onNext={onNext} />)
  await draw()
  await ends()
  expect(await screen.findByText('Ready to use.')).toBeInTheDocument()
  await draw()
  await user.click(use())
  expect(onNext).not.toHaveBeenCalled()
  await ends()
  await waitFor(() => expect(onNext).toHaveBeenCalledOnce())
})
