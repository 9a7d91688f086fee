import type { ReactNode } from 'react'
import { type Family, familyIcons } from './family.ts'

type FamilyGroupProps = {
  family: Family /** "Documents" */
  name: string
  count: number
  children: ReactNode
}

/**
 * Files of one family under their index tab: icon, count, spine. The tab stands beside the group at a desk and lies on
 * top of it on a phone. Groups lie on one another inside a sheet; the first and last take its corners.
 */
export function FamilyGroup({ family, name, count, children }: FamilyGroupProps) {
  const Icon = familyIcons[family]
  return (
    <section
      data-family={family}
      aria-label={name}
      className="border border-line-strong bg-surface first:rounded-t-sheet last:rounded-b-sheet max-sm:mb-2.5 max-sm:rounded-sheet max-sm:border-s-(length:--spine) max-sm:border-s-(--family) sm:flex sm:not-first:border-t-0"
    >
      <h3 className="flex flex-none gap-2 bg-(--family-tint) text-small font-strong text-(--family) max-sm:items-center max-sm:border-b max-sm:border-line-strong max-sm:px-3 max-sm:py-1 sm:w-8 sm:flex-col sm:items-center sm:gap-1 sm:border-e-(length:--spine) sm:border-e-(--family) sm:pt-3 sm:in-first:rounded-ss-[5px]">
        <Icon className="size-3.5" />
        <span className="sm:sr-only">{name}</span>
        <span className="max-sm:ms-auto">{count}</span>
      </h3>
      <div className="min-w-0 flex-1 divide-y divide-line">{children}</div>
    </section>
  )
}
