import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { runMutation } from '../../tests/component/run-mutation.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { useHideConversions } from '../api/history.ts'

const { open, signIn, db } = withApp()

const rows = () => screen.getAllByRole('row').filter((row) => row.hasAttribute('data-row'))

describe('History', () => {
  it('shows a view that an address asks for, and survives one that makes no sense', async () => {
    signIn()
    open('/history?status=failed&family=cheese&sort=price')
    expect(await screen.findByRole('button', { name: 'Status: Failed' })).toBeInTheDocument()
    await waitFor(() => expect(rows().length).toBeGreaterThan(3))
    for (const row of rows()) expect(row).toHaveTextContent(/Password|Damaged/)
  })

  it('searches after a pause, and says when nothing matches', async () => {
    signIn()
    const { user, router } = open('/history')
    await user.type(await screen.findByRole('searchbox', { name: 'Search history' }), 'zeppelin')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    expect(router.state.location.search).toBe('?q=zeppelin')
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
  })

  it('says what went wrong, with a way to try again', async () => {
    signIn()
    open('/history?q=slow')
    expect(await screen.findByText('Too many requests')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  })

  it('removes what is selected, after asking', async () => {
    signIn()
    const before = db.conversions.length
    const { user } = open('/history?q=wordmark')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    const [first, second] = rows()
    await user.click(within(first!).getByRole('checkbox'))
    await user.click(within(second!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /Remove 2/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove 2 conversions?' })
    expect(dialog).toHaveTextContent('Credits aren’t refunded')
    await user.click(within(dialog).getByRole('button', { name: 'Remove 2 conversions' }))
    await waitFor(() => expect(db.conversions).toHaveLength(before - 2))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('finds what was hidden, and brings it back', async () => {
    signIn()
    const { user, router } = open('/history?q=wordmark')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    // Visible rows only: in longer lists a removed row makes room for the next.
    const seen = () => rows().map(({ textContent }) => textContent)
    const before = seen()
    await user.click(within(rows()[0]!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /^Hide 1/ }))
    await waitFor(() => expect(seen()[0]).toBe(before[1]))
    await user.click(screen.getByRole('button', { name: 'Hidden' }))
    expect(router.state.location.search).toBe('?q=wordmark&hidden=1')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.click(within(rows()[0]!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /^Unhide 1/ }))
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear Hidden' }))
    await waitFor(() => expect(seen()).toEqual(before))
  })

  it('hides more than one request may', async () => {
    signIn()
    const mine = db.conversions.find(({ hidden }) => !hidden)
    if (!mine) throw new Error('the mock has no conversions')
    const ids = [...Array.from({ length: 500 }, () => crypto.randomUUID()), mine.conversion.conversion_id]
    await runMutation(useHideConversions, { ids, hidden: true })
    expect(mine.hidden).toBe(true)
  })

  /** Today's three newest; the first two are one batch. */
  function batch() {
    const [first, second, third] = db.conversions
      .filter(({ owner }) => owner === MAREN.id)
      .toSorted((a, b) => b.conversion.created_at.localeCompare(a.conversion.created_at))
      .map(({ conversion }) => conversion)
    if (!first || !second || !third) throw new Error('the mock has too few conversions')
    const now = Date.now()
    for (const [at, one] of [first, second, third].entries())
      one.created_at = new Date(now - at).toISOString()
    for (const { conversion } of db.conversions) conversion.batch_id = null
    first.batch_id = crypto.randomUUID()
    second.batch_id = first.batch_id
    return { first, second, third }
  }
  const line = (head: HTMLElement) => head.closest<HTMLElement>('[role=row]')!

  it('shows a batch as one line, which is selected whole and opens', async () => {
    signIn()
    const { first } = batch()
    const { user } = open('/history')
    const head = await screen.findByRole('button', { name: /^Batch of/, expanded: false })
    const row = within(line(head))
    expect(row.getByText(`${first.filename} and 1 more`)).toBeInTheDocument()
    expect(row.getByText('Completed')).toBeInTheDocument()
    const shown = () => document.querySelector(`[data-row="${first.conversion_id}"]`)
    expect(shown()).toBeNull()
    await user.click(row.getByRole('checkbox', { name: /^Select batch of/ }))
    expect(screen.getByText('2 selected')).toBeInTheDocument()
    await user.click(row.getByRole('checkbox', { name: /^Select batch of/ }))
    expect(screen.queryByText('2 selected')).toBeNull()
    await user.click(head)
    expect(head).toHaveAttribute('aria-expanded', 'true')
    expect(shown()).toBeInTheDocument()
  })

  it('goes through lines and rows by the arrow keys, from the first one on', async () => {
    signIn()
    const { first } = batch()
    const { user } = open('/history')
    const head = await screen.findByRole('button', { name: /^Batch of/ })
    await user.keyboard('{ArrowDown}')
    expect(line(head)).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(line(head)).not.toHaveFocus()
    await user.keyboard('{ArrowUp}{Enter}')
    expect(head).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowDown}')
    expect(document.querySelector(`[data-row="${first.conversion_id}"]`)).toHaveFocus()
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(head).toHaveAttribute('aria-expanded', 'false')
  })

  it('downloads, shares, repeats and removes from the row that the pointer or the focus is on', async () => {
    signIn()
    const { user } = open('/history?q=wordmark&status=completed')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    const [row] = rows() as [HTMLElement]
    expect(within(row).queryByRole('button', { name: /^Share/ })).toBeNull()
    await user.hover(row)
    const download = within(row).getByRole('link', { name: 'Download wordmark-outline.svg' })
    expect(download).toHaveAttribute('href', expect.stringContaining('/download/'))
    await user.unhover(row)
    expect(within(row).queryByRole('button', { name: /^Share/ })).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(row).toHaveFocus()
    await user.click(within(row).getByRole('button', { name: 'Share wordmark-outline.svg' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('wordmark-outline.png')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const before = db.conversions.length
    await user.click(within(row).getByRole('button', { name: 'Remove wordmark-outline.svg' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    const next = rows()[1]?.dataset.row
    await waitFor(() => expect(db.conversions).toHaveLength(before - 1))
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row', next))
  })

  it('names the operation where the format stays the same', async () => {
    signIn()
    open('/history?q=impeller-test-report.pdf')
    const [row] = (await screen.findAllByRole('row')).filter((one) => one.hasAttribute('data-row')) as [
      HTMLElement,
    ]
    expect(await within(row).findByText('Compress')).toBeInTheDocument()
    expect(within(row).queryByRole('img', { name: /to PDF/ })).toBeNull()
  })

  it('says what there is of each family, and shows the one that is pressed', async () => {
    signIn()
    const { user, router } = open('/history?status=completed')
    const strip = within(await screen.findByRole('region', { name: 'Summary' }))
    const images = await strip.findByRole('button', { name: /^Images \d+$/ })
    const fonts = strip.getByRole('button', { name: /^Fonts \d+$/ }).textContent
    await user.click(images)
    expect(router.state.location.search).toBe('?family=image&status=completed')
    expect(images).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(new Set(rows().map((row) => row.dataset.family))).toEqual(new Set(['image'])))
    expect(strip.getByRole('button', { name: /^Fonts/ })).toHaveTextContent(fonts ?? '')
    await user.click(images)
    expect(router.state.location.search).toBe('?status=completed')
  })

  it('shows the columns that were chosen, keeps the choice, and shows all of them at a press', async () => {
    signIn()
    const { user } = open('/history')
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    const all = heads()
    const cells = within(rows()[0]!).getAllByRole('cell').length
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Quoted' }))
    expect(heads()).toEqual(all.filter((name) => name !== 'Quoted'))
    expect(within(rows()[0]!).getAllByRole('cell')).toHaveLength(cells - 1)
    expect(localStorage.getItem('hidden-columns')).toBe('quoted')
    await user.click(screen.getByRole('menuitem', { name: 'Show all' }))
    expect(heads()).toEqual(all)
    expect(localStorage.getItem('hidden-columns')).toBeNull()
  })

  it('hands out all of what is filtered as CSV', async () => {
    signIn()
    open('/history?family=image&sort=filename')
    const [link] = await screen.findAllByRole('link', { name: 'Export CSV' })
    expect(link).toHaveAttribute(
      'href',
      '/api/v1/conversion/export/?family=image&sort_by=filename&sort_dir=asc',
    )
  })

  it('shows the row that one is at beside the list, on a wide screen', async () => {
    signIn()
    const { user } = open('/history?status=failed')
    const beside = await screen.findByRole('complementary', { name: 'Selected conversion' })
    expect(beside).toHaveTextContent('Select a conversion')
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    await user.click(within(rows().at(-1)!).getByText(/Password|Damaged/))
    expect(await within(beside).findByText(/Nothing was charged/)).toBeInTheDocument()
    expect(within(beside).getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      expect.stringContaining('/history/'),
    )
  })

  it('leads a visitor who may not look to an empty list, and not to an error', async () => {
    open('/history')
    expect(await screen.findByText('No conversions yet')).toBeInTheDocument()
  })
})
