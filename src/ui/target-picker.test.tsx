import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TargetPicker } from './target-picker.tsx'
import { show } from './testing.tsx'

function Example() {
  const [value, setValue] = useState('pdfa')
  return (
    <TargetPicker
      best={[
        { value: 'pdfa', label: 'PDF/A' },
        { value: 'docx', label: 'DOCX' },
      ]}
      kinds={[
        { name: 'Documents', items: [{ value: 'odt', label: 'ODT', words: 'opendocument' }] },
        { name: 'Text', items: [{ value: 'md', label: 'MD', words: 'markdown' }] },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

test('opens, finds by another name and takes, by keyboard alone', async () => {
  const { user } = show(<Example />)
  await user.tab()
  await user.keyboard('{Enter}')
  const input = await screen.findByRole('combobox', { name: 'Search: Output format' })
  await waitFor(() => expect(input).toHaveFocus())
  expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
    'Best for this filePDF/ADOCX',
    'DocumentsODT',
    'TextMD',
  ])
  await user.keyboard('markd')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Output format: MD' })).toHaveTextContent('MD'),
  )
})

test('says when nothing is found', async () => {
  const { user } = show(<Example />)
  await user.click(screen.getByRole('combobox', { name: 'Output format: PDF/A' }))
  await user.type(await screen.findByRole('combobox', { name: 'Search: Output format' }), 'zzz')
  expect(await screen.findByText('No matches')).toBeInTheDocument()
})
