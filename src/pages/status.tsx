import { lazy, Suspense } from 'react'

/**
 * Comes after the page: the other pages for strangers then share no code with the query library.
 */
const Status = lazy(async () => ({
  default: (await import('../features/status/page/index.ts')).Status,
}))

/** For who is signed in, or for everybody where the instance publishes its status. */
export default function StatusPage() {
  return (
    <Suspense>
      <Status />
    </Suspense>
  )
}
