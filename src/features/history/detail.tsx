import { useEffect } from 'react'
import type { Conversion } from '../../api/history.ts'
import { followPending } from '../../api/live.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Preview } from '../preview/index.ts'
import { Facts } from './details.tsx'
import { Outcome } from './outcome.tsx'
import { Timeline } from './timeline.tsx'

/** A conversion from its source to its result. */
export function Detail({ conversion }: { conversion: Conversion }) {
  useEffect(() => followPending([conversion]), [conversion])
  return (
    <PageFrame side={<Facts conversion={conversion} />}>
      <Outcome conversion={conversion} />
      <Preview conversion={conversion} />
      <Timeline conversion={conversion} />
    </PageFrame>
  )
}
