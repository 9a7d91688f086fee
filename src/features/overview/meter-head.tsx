import type { ReactNode } from 'react'

type MeterHeadProps = { title: string; figure: string; note: string; aside?: ReactNode }

/** The key figure above its meter. */
export const MeterHead = ({ title, figure, note, aside }: MeterHeadProps) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-ink-soft">
      <h2>{title}</h2>
      {aside && <span className="text-small">{aside}</span>}
    </div>
    <p className="mt-0.5 mb-2 flex flex-wrap items-baseline gap-x-2">
      <span className="title text-figure">{figure}</span> <span className="text-ink-soft">{note}</span>
    </p>
  </>
)
