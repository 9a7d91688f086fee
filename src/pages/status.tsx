import { lazy, Suspense } from 'react'

/**
 * Loaded after the page, so that other public pages do not share a chunk with the query library.
 */
const Status = lazy(async () => ({
  default: (await import('../features/status/page/index.ts')).Status,
}))

/** For signed-in users, or for everyone if the instance publishes its status. */
export default function StatusPage() {
  return (
    <Suspense>
      <Status />
    </Suspense>
  )
}
