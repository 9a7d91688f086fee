import { lazy, Suspense } from 'react'
import { useUploads } from '../../stores/uploads.ts'

const Bar = lazy(() => import('./transfers.tsx'))

/**
 * What is on its way up, at the foot of every page while something is. Its code comes with the
 * first file.
 */
export function Transfers() {
  const going = useUploads(({ uploads }) => uploads.some((one) => one.state !== 'done'))
  return <Suspense>{going && <Bar />}</Suspense>
}
