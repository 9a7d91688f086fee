import { deferred, useDeferred } from '../../ui/deferred.tsx'
import type { WorkbenchProps } from './bench.tsx'

const BENCH = deferred<WorkbenchProps>(async () => (await import('./bench.tsx')).Bench)

/** The workbench with a file on it. Its code comes with the first file: whoever opens none pays for none of it. */
export function Workbench(props: WorkbenchProps) {
  const Bench = useDeferred(BENCH, true)
  return Bench ? <Bench {...props} /> : props.frame(null, null)
}
