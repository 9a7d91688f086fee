import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MoreFoot } from './more-foot.tsx'
import { show } from './testing.tsx'

const said = {
  loaded: 1200,
  count: 10_000,
  exact: true,
  more: true,
  says: '1,200 links',
  note: 'All in one.',
}

test('says how much of the list is there, and what there is once all of it is', () => {
  const { rerender } = show(<MoreFoot {...said} />)
  expect(screen.getByText('1,200 of 10,000')).toBeInTheDocument()
  rerender(<MoreFoot {...said} exact={false} />)
  expect(screen.getByText('1,200 of more than 10,000')).toBeInTheDocument()
  rerender(<MoreFoot {...said} more={false} />)
  expect(screen.getByText('1,200 links')).toBeInTheDocument()
  expect(screen.getByText('All in one.')).toBeInTheDocument()
})

test('says instead that more did not come, and asks again at a press', async () => {
  const retry = vi.fn()
  const { user } = show(<MoreFoot {...said} onRetry={retry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('More entries could not be loaded.')
  expect(screen.queryByText(/1,200 of 10,000/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
})
