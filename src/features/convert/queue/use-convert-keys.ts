import { useEffect, useState } from 'react'
import { useHotkeys } from '../../../lib/use-hotkeys.ts'
import { rowElement } from './row-element.ts'
import { type ConvertRow, isTunable } from './rows.ts'
import { retryRow, runRows } from './run.ts'
import type { Price } from './use-price.ts'
import { useRowActions } from './use-row-actions.ts'

/** The shortcuts of the list. They act on the current row: the one that has, or had, the focus. */
export function useConvertKeys(
  rows: ConvertRow[],
  current: string | null,
  onOptions: (id: string) => void,
  payable: Price['payable'],
) {
  const { stop, remove, again } = useRowActions()
  const index = rows.findIndex(({ file }) => file.id === current)
  const row = rows[index]

  // A run that is requested while formats are being detected waits, so that it includes all files.
  const [runPending, setRunPending] = useState(false)
  const reading = rows.some(({ state }) => state.kind === 'reading')
  useEffect(() => {
    if (!runPending || reading) return
    setRunPending(false)
    runRows(payable)
  }, [runPending, reading, payable])

  const move = (step: number) => (event: KeyboardEvent) => {
    // From elsewhere on the page the first press enters the list, and the next ones move in it.
    const by = document.activeElement?.closest('[data-row]') ? step : 0
    const next = rows[Math.min(rows.length - 1, Math.max(0, index + by))]
    if (!next) return
    event.preventDefault()
    rowElement(next.file.id)?.focus()
  }
  const press = (selector: string) => (event: KeyboardEvent) => {
    if (!row) return
    event.preventDefault()
    rowElement(row.file.id)?.querySelector<HTMLElement>(selector)?.click()
  }
  const drop = () => {
    if (!row) return
    if (row.state.kind === 'working' || row.state.kind === 'uploading') stop(row)
    else {
      const next = rows[index + 1] ?? rows[index - 1]
      remove([row.file.id])
      if (next) rowElement(next.file.id)?.focus()
    }
  }

  useHotkeys({
    arrowdown: move(1),
    arrowup: move(-1),
    t: (event) => {
      if (row?.state.kind !== 'done') return press('button.motif-target')(event)
      event.preventDefault()
      again(row)
      // Its target is a button again once the row is rendered as ready.
      const { id } = row.file
      requestAnimationFrame(() => rowElement(id)?.querySelector<HTMLElement>('button.motif-target')?.click())
    },
    o: (event) => {
      if (!row || !isTunable(row)) return
      event.preventDefault()
      onOptions(row.file.id)
    },
    r: () => {
      if (row?.state.kind === 'done') again(row)
      else if (row?.state.kind === 'failed' || row?.state.kind === 'refused') retryRow(row)
    },
    d: press('[data-download]'),
    s: press('[data-share]'),
    z: (event) => {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-zip]')?.click()
    },
    delete: drop,
    backspace: drop,
    a: (event) => {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-set-all]')?.click()
    },
    m: (event) => {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-merge]')?.click()
    },
    'mod+enter': (event) => {
      event.preventDefault()
      setRunPending(true)
    },
  })
}
