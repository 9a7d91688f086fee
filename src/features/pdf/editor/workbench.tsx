import { useSession } from '../../../api/account.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import type { PdfEditorProps } from './pdf-editor.tsx'

const BENCH = deferred<PdfEditorProps>(async () => (await import('./pdf-editor.tsx')).PdfEditor)

/** The editor with a file. Its code is loaded with the first file. */
export function Workbench(props: Omit<PdfEditorProps, 'owner'>) {
  const Bench = useDeferred(BENCH, true)
  const { data: user, isPending } = useSession()
  if (!Bench || isPending) return props.frame(null, null)
  const owner = user?.username ?? 'visitor'
  return <Bench key={owner} owner={owner} {...props} />
}
