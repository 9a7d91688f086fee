import type { ReactNode } from 'react'

const SPANS = {
  3: 'md:col-span-6 lg:col-span-3',
  4: 'md:col-span-6 lg:col-span-4',
  5: 'md:col-span-6 lg:col-span-5',
  6: 'md:col-span-12 lg:col-span-6',
  7: 'md:col-span-12 lg:col-span-7',
  8: 'md:col-span-12 lg:col-span-8',
  12: 'md:col-span-12',
}

export function Part({
  title,
  span,
  flush,
  children,
}: {
  title: string
  span: keyof typeof SPANS
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={`min-w-0 rounded-sheet border border-line-strong bg-surface ${SPANS[span]} ${flush ? '' : 'p-4 pt-3'}`}
    >
      <h2 className={`title mb-3 text-lead ${flush ? 'px-4 pt-3' : ''}`}>{title}</h2>
      {children}
    </section>
  )
}

export function Shown({ as, children }: { as: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      {children}
      <p className="mt-1.5 text-micro text-ink-soft">{as}</p>
    </div>
  )
}

export const nothing = () => {}
