import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Motif } from './motif.tsx'
import { show } from './testing.tsx'

test('a measured percent is a progress bar’s value, and its words say both', () => {
  show(<Motif state="converting" percent={56.4} says="Rendering slide 27 of 48" from="PPTX" to="PDF" />)
  const bar = screen.getByRole('progressbar', { name: 'PPTX to PDF' })
  expect(bar).toHaveAttribute('aria-valuenow', '56')
  expect(bar).toHaveAttribute('aria-valuetext', 'Rendering slide 27 of 48, 56%')
})

test('a stage without a percent has no value, only words', () => {
  show(<Motif state="stage" says="Meshing surfaces" from="STEP" to="GLB" />)
  const bar = screen.getByRole('progressbar')
  expect(bar).not.toHaveAttribute('aria-valuenow')
  expect(bar).toHaveAttribute('aria-valuetext', 'Meshing surfaces')
})

test.each([
  ['ready', 'ready'],
  ['done', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
] as const)('%s is read as text, not as progress', (state, word) => {
  const { container } = show(<Motif state={state} from="MOV" to="MP4" />)
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(container).toHaveTextContent(`MOVtoMP4, ${word}`)
})
