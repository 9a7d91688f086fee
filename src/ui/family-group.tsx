import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { Family } from './family.ts'
import { FamilyIcon } from './family-icon.tsx'

type FamilyGroupProps = {
  /** Null for the group of unknown formats. */
  family: Family | null
  /** "Documents" */
  name: string
  count: number
  children: ReactNode
}

/**
 * Files of one family under their index tab: icon, count, spine. The tab is beside the group on a
 * desktop and above it on a phone. Groups stack inside a sheet; the first and last round its
 * corners.
 */
export function FamilyGroup({ family, name, count, children }: FamilyGroupProps) {
  return (
    <section
      data-family={family ?? undefined}
      aria-label={name}
      className={classNames(
        'group/family border border-line-strong bg-surface first:rounded-t-sheet last:rounded-b-sheet max-sm:mb-2.5 max-sm:rounded-sheet max-sm:border-s-(length:--spine) sm:flex sm:not-first:border-t-0',
        family ? 'max-sm:border-s-(--family)' : 'max-sm:border-s-control',
      )}
    >
      <h3
        className={classNames(
          'flex flex-none gap-2 text-small font-strong max-sm:items-center max-sm:border-b max-sm:border-line-strong max-sm:px-3 max-sm:py-1 sm:w-8 sm:flex-col sm:items-center sm:gap-1 sm:border-e-(length:--spine) sm:pt-3 sm:group-first/family:rounded-ss-[5px] sm:group-last/family:rounded-es-[5px]',
          family
            ? 'bg-(--family-tint) text-(--family) sm:border-e-(--family)'
            : 'bg-sunk text-ink-soft sm:border-e-control',
        )}
      >
        <FamilyIcon family={family} small />
        <span className="sm:sr-only">{name}</span>
        <span className="max-sm:ms-auto">{count}</span>
      </h3>
      <div className="min-w-0 flex-1 divide-y divide-line">{children}</div>
    </section>
  )
}
