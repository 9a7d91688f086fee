import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { Shell } from '../features/shell/index.ts'

/**
 * The query library is provided here and not at the root, because the sign-in pages do not use it.
 */
export default function Layout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Outlet context={{ framed: true }} />
      </Shell>
    </QueryClientProvider>
  )
}
