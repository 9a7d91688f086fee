import { lazy, Suspense } from 'react'
import { useUploads } from '../../stores/uploads.ts'

const Bar = lazy(() => import('./transfers.tsx'))

/**
 * The upload bar at the bottom of every page during uploads. Its code loads with the first file.
 */
export function Transfers() {
  const going = useUploads(({ uploads }) => uploads.some((one) => one.state !== 'done'))
  return <Suspense>{going && <Bar />}</Suspense>
}
