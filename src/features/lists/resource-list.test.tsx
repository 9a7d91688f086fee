import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { TrashIcon } from 'lucide-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { scrolled } from '../../api/scrolled.ts'
import { show } from '../../ui/testing.tsx'
import type { ListOf } from './columns.ts'
import { ResourceList } from './resource-list.tsx'

type Boat = { id: string; name: string }

const BOATS = Array.from({ length: 10_000 }, (_, index): Boat => ({ id: `b${index}`, name: `Boat ${index}` }))
const entries = vi.fn((boat: Boat) => [{ label: `Sell ${boat.name}`, onSelect: () => {} }])
const onSort = vi.fn()
const removed = vi.fn()

const LIST: ListOf<Boat> = {
  label: 'Boats',
  rowsLabel: 'All boats',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  heights: [64, 48, 40],
  says: (count) => `${count} boats`,
  columns: [
    {
      id: 'name',
      head: 'Name',
      width: '1fr',
      phone: 1,
      sort: { now: 'none', onSort },
      cell: ({ id, name }) => (
        <a href={`#${id}`} data-row={id}>
          {name}
        </a>
      ),
    },
    { id: 'note', phone: 2, cell: ({ id }) => `Only on a phone: ${id}` },
  ],
  acts: { width: '32px', entries },
}

type BoatsProps = { boats: Boat[]; filtered?: boolean; selectable?: (boat: Boat) => boolean }

function Boats({ boats, filtered = false, selectable }: BoatsProps) {
  const query = useInfiniteQuery(
    scrolled<Boat>(['boats', boats.length], async () => ({
      results: boats,
      count: boats.length,
      count_exact: true,
      next_cursor: null,
    })),
  )
  return (
    <ResourceList
      list={LIST}
      query={query}
      bar={{}}
      filtered={filtered}
      noMatches={{ hint: 'Try another harbor.', onClear: () => {} }}
      empty={<p>No boats yet</p>}
      selectable={selectable}
      bulk={(chosen, clear) => [
        {
          label: `Sell ${chosen.length}`,
          icon: TrashIcon,
          hotkey: 'Del',
          onClick: () => {
            removed(chosen.map(({ id }) => id))
            clear()
          },
        },
      ]}
    />
  )
}

const open = (boats: Boat[], filtered?: boolean, selectable?: BoatsProps['selectable']) =>
  show(
    <QueryClientProvider client={createQueryClient()}>
      <Boats boats={boats} filtered={filtered ?? false} {...(selectable && { selectable })} />
    </QueryClientProvider>,
  )

// jsdom has no layout: the list gets a height of 320 px.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const checked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Boat/ }).filter((one) => one.checked)

describe('a list of resources', () => {
  it('has only the rows in sight in the page, and makes a menu when it opens', async () => {
    const { user } = open(BOATS)
    await screen.findByRole('link', { name: 'Boat 0' })
    expect(screen.getByRole('table', { name: 'Boats' })).toHaveAttribute('aria-rowcount', '10001')
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
    expect(screen.getByText('10000 boats')).toBeInTheDocument()
    expect(entries).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'More for Boat 1' }))
    expect(await screen.findByRole('menuitem', { name: 'Sell Boat 1' })).toBeInTheDocument()
    expect(new Set(entries.mock.calls.map(([{ id }]) => id))).toEqual(new Set(['b1']))
  })

  it('goes to the first row with the first arrow key', async () => {
    const { user } = open(BOATS)
    const first = await screen.findByRole('link', { name: 'Boat 0' })
    await user.keyboard('{ArrowDown}')
    expect(first).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('link', { name: 'Boat 1' })).toHaveFocus()
  })

  it('selects rows by check box and by key, and acts on all of them', async () => {
    const { user } = open(BOATS.slice(0, 5))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Boat 1' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Boat 3' }))
    await user.keyboard('{/Shift}')
    expect(checked()).toHaveLength(3)
    screen.getByRole('link', { name: 'Boat 2' }).focus()
    await user.keyboard('x')
    const bar = within(screen.getByRole('region', { name: 'Actions for selected items' }))
    expect(bar.getByText('2 selected')).toBeInTheDocument()
    await user.click(bar.getByRole('button', { name: /^Sell 2/ }))
    expect(removed).toHaveBeenCalledWith(['b1', 'b3'])
    await waitFor(() => expect(checked()).toHaveLength(0))
    await user.click(screen.getByRole('checkbox', { name: 'Select all loaded' }))
    expect(checked()).toHaveLength(5)
    await user.keyboard('{Escape}')
    expect(checked()).toHaveLength(0)
  })

  it('selects only rows that can be selected, and acts on them by the key of an action', async () => {
    const { user, unmount } = open(BOATS.slice(0, 3), false, ({ id }) => id !== 'b1')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded' }))
    expect(screen.queryByRole('checkbox', { name: 'Select Boat 1' })).toBeNull()
    await user.keyboard('{Delete}')
    expect(removed).toHaveBeenCalledWith(['b0', 'b2'])
    unmount()
    open(BOATS.slice(0, 3), false, () => false)
    await screen.findByRole('link', { name: 'Boat 0' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('sorts by a column', async () => {
    const { user } = open(BOATS.slice(0, 5))
    await user.click(await screen.findByRole('button', { name: 'Name' }))
    expect(onSort).toHaveBeenCalledOnce()
    expect(screen.queryByRole('columnheader', { name: 'note' })).toBeNull()
  })

  it('tells nothing there from nothing that matches', async () => {
    const { unmount } = open([])
    expect(await screen.findByText('No boats yet')).toBeInTheDocument()
    unmount()
    open([], true)
    expect(await screen.findByText('Try another harbor.')).toBeInTheDocument()
    expect(screen.queryByText('No boats yet')).toBeNull()
  })
})
