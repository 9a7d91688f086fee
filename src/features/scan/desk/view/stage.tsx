import type { ReactNode, RefObject } from 'react'

/** The scroll container of the image; the bar over it does not scroll. */
export function Stage({ stage, children }: { stage: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  return (
    <div ref={stage} className="absolute inset-0 flex overflow-auto p-7 pb-14 touch:pb-18">
      {children}
    </div>
  )
}
