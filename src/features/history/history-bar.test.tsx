import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Conversion } from '../../api/history.ts'
import { show } from '../../ui/testing.tsx'
import { HistoryBar } from './history-bar.tsx'

const finished = { download_url: '/somewhere', s3_key: null, file_count: 1 } as Conversion
const nothing = () => {}

test.each([
  [500, true],
  [501, false],
])('a ZIP of %i can be had: %s, and why not is said', (count, can) => {
  show(
    <HistoryBar
      chosen={Array.from({ length: count }, () => finished)}
      hidden={false}
      onClear={nothing}
      onRemove={nothing}
      onAgain={nothing}
      onHide={nothing}
      onZip={nothing}
    />,
  )
  expect(screen.getByRole('button', { name: /^Download/ }).hasAttribute('disabled')).toBe(!can)
  expect(screen.queryByText(/A ZIP can hold up to 500 files/) === null).toBe(can)
})
