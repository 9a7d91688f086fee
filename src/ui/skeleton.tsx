import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Hidden for 300 ms, so that fast responses do not flash. */
function useLater(ms = 300): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return later
}

/** A placeholder block in the shape of the content. */
export function Bone({ className }: { className: string }) {
  return <span className={classNames('block rounded-mark bg-line', className)} />
}

/**
 * The loading state of a list, in the shape of its rows (Bones in `row`, else a square, a name and
 * two figures).
 */
export function Skeleton({ rows = 4, row }: { rows?: number; row?: ReactNode }) {
  const { t } = useLingui()
  const later = useLater()
  return (
    <div role="status" aria-label={t`Loading`} className={later ? undefined : 'invisible'}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} className="flex items-center gap-2 border-b border-line py-2">
          {row ?? (
            <>
              <Bone className="size-7" />
              <Bone className={classNames('h-3', ['w-28', 'w-20', 'w-24', 'w-16'][index % 4])} />
              <span className="flex-1" />
              <Bone className="h-3 w-14" />
              <Bone className="h-3 w-8" />
            </>
          )}
        </div>
      ))}
    </div>
  )
}
