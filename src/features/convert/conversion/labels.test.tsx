import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Conversion } from '../../../api/history.ts'
import { useExpiry, useTimeLeft } from './labels.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')

function Both({ conversion }: { conversion: Conversion }) {
  return (
    <p>
      {useExpiry()(conversion, NOW).word} {useTimeLeft()(conversion, NOW)?.word ?? 'nothing'}
    </p>
  )
}

const conversion = (facts: Partial<Conversion>) =>
  ({ expires_at: '2026-11-25T12:00:00Z', download_url: null, s3_key: 'originals/1', ...facts }) as Conversion

it.each([
  ['of a failed conversion whose original is kept', { status: 'failed' as const }, '5 days 5 days'],
  ['of a failed one whose original is gone', { status: 'failed' as const, s3_key: null }, '– nothing'],
  ['of a result', { status: 'completed' as const, download_url: '/x' }, '5 days 5 days'],
  ['of one that runs', { status: 'pending' as const, expires_at: null }, '– nothing'],
])('says one time in the list and beside it, %s', (_, facts, words) => {
  render(
    <I18nProvider i18n={i18n}>
      <Both conversion={conversion(facts)} />
    </I18nProvider>,
  )
  expect(screen.getByRole('paragraph')).toHaveTextContent(words)
})
