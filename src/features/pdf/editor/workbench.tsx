import { useSession } from '../../../api/account.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import type { BenchProps } from './bench.tsx'

const BENCH = deferred<BenchProps>(async () => (await import('./bench.tsx')).Bench)

/** The workbench with a file on it. Its code loads with the first file. */
export function Workbench(props: Omit<BenchProps, 'owner'>) {
  const Bench = useDeferred(BENCH, true)
  const { data: user, isPending } = useSession()
  if (!Bench || isPending) return props.frame(null, null)
  const owner = user?.username ?? 'visitor'
  return <Bench key={owner} owner={owner} {...props} />
}
