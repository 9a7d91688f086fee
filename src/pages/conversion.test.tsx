import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { db, open, signIn } = withApp()

/** Opens the newest conversion from one format to another. */
const pageOf = (source: string, target: string, gone = false) => {
  const found = db.conversions.find(
    ({ conversion: one }) =>
      one.source_format === source &&
      one.target_format === target &&
      one.status === 'completed' &&
      (one.download_url === null) === gone,
  )
  if (!found) throw new Error(`the mock has no ${source} that became ${target}`)
  return `/history/${found.conversion.conversion_id}`
}

describe('the preview of a conversion', () => {
  it('shows a table as one, and says how much of it', async () => {
    signIn()
    open(pageOf('xlsx', 'csv'))
    const table = await screen.findByRole('region', { name: 'Result' })
    expect(within(table).getByRole('columnheader', { name: /mock/ })).toBeInTheDocument()
    expect(screen.getByText('CSV', { selector: 'figcaption span' })).toBeInTheDocument()
  })

  it('shows the source as text beside what no browser opens', async () => {
    signIn()
    open(pageOf('md', 'docx'))
    expect(await screen.findByRole('region', { name: 'Original' })).toHaveTextContent('A mock')
  })

  it('asks before it loads what is very large', async () => {
    signIn()
    const { user } = open(pageOf('tiff', 'webp'))
    expect(await screen.findByText('Large file')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show anyway' }))
    expect(screen.queryByText('Large file')).toBeNull()
  })

  it('leads on to signing where the result is a PDF or can become one', async () => {
    signIn()
    const path = pageOf('docx', 'pdf')
    open(path)
    expect(await screen.findByRole('link', { name: 'Send for signature' })).toHaveAttribute(
      'href',
      `/signing/new?conversion=${path.split('/').at(-1)}`,
    )
  })

  it('says that the files have expired, and keeps what was done', async () => {
    signIn()
    open(pageOf('docx', 'pdf', true))
    expect(await screen.findByText('The files have expired')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Activity' })).toBeInTheDocument()
  })

  it('says how long the original of what failed is still here', async () => {
    signIn()
    const failed = db.conversions.find(({ conversion }) => conversion.status === 'failed')
    if (!failed) throw new Error('the mock has no failure')
    failed.conversion.s3_key = 'kept'
    failed.conversion.expires_at = new Date(Date.now() + 49 * 3_600_000).toISOString()
    open(`/history/${failed.conversion.conversion_id}`)
    expect(await screen.findByRole('heading', { name: 'Original expires' })).toBeInTheDocument()
    expect(screen.getByText('2 days left.')).toBeInTheDocument()
  })

  it('shows nothing of what failed', async () => {
    signIn()
    const failed = db.conversions.find(({ conversion }) => conversion.status === 'failed')
    open(`/history/${failed?.conversion.conversion_id}`)
    expect(await screen.findByRole('heading', { name: 'Activity' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull()
  })
})
