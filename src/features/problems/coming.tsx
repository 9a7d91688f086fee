import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

type ComingProps = {
  paused: boolean
  rows: number
  row?: ReactNode
  /** In the page itself, and not in a panel or a dialog. */
  page?: boolean
}

/** A loading placeholder; without a network it says that the data cannot be loaded. */
export function Coming({ paused, rows, row, page }: ComingProps) {
  const { t } = useLingui()
  return (
    <div className={page ? 'px-4 md:ps-6 md:pe-5' : 'px-4'}>
      {paused ? (
        <p
          role="status"
          className="py-4 text-ink-soft"
        >{t`You’re offline. This loads when you reconnect.`}</p>
      ) : (
        <Skeleton rows={rows} row={row} />
      )}
    </div>
  )
}
