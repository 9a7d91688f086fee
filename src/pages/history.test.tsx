import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { hideConversions } from '../api/history.ts'

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
    // Those in sight: where there are more, one that goes makes room for the next.
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
    await hideConversions(ids, true)
    expect(mine.hidden).toBe(true)
  })

  it('takes a run as one: all of it selected, its rows put away, and the arrow keys go past them', async () => {
    signIn()
    const [first, second, third] = db.conversions
      .filter(({ owner }) => owner === MAREN.id)
      .toSorted((a, b) => b.conversion.created_at.localeCompare(a.conversion.created_at))
    if (!first || !second || !third) throw new Error('the mock has too few conversions')
    for (const { conversion } of [first, second, third]) conversion.created_at = new Date().toISOString()
    for (const { conversion } of [first, second]) conversion.batch_id = crypto.randomUUID()
    second.conversion.batch_id = first.conversion.batch_id
    const { user } = open('/history')
    const head = await screen.findByRole('button', { name: /^Batch of/ })
    const row = within(head.closest<HTMLElement>('[role=row]')!)
    await user.click(row.getByRole('checkbox', { name: /^Select batch of/ }))
    expect(screen.getByText('2 selected')).toBeInTheDocument()
    await user.click(row.getByRole('checkbox', { name: /^Select batch of/ }))
    expect(screen.queryByText('2 selected')).toBeNull()
    await user.click(head)
    expect(head).toHaveAttribute('aria-expanded', 'false')
    const left = rows()
    expect(left[0]).toHaveAttribute('tabindex', '0')
    await user.keyboard('{ArrowDown}')
    expect(left[0]).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(left[1]).toHaveFocus()
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
