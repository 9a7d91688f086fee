import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredPart } from '../../../ui/deferred.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageTop } from '../../shell/index.ts'
import type { EditorWorkspaceProps } from './editor-workspace.tsx'

const ROOM = deferred<EditorWorkspaceProps>(
  async () => (await import('./editor-workspace.tsx')).EditorWorkspace,
)

/**
 * The editor of a draft. Its code loads with the first draft: the list of requests needs none of
 * it.
 */
export function SigningEditor(props: EditorWorkspaceProps) {
  const { t } = useLingui()
  const { Part: Room, missing, again } = useDeferredPart(ROOM)
  if (Room) return <Room {...props} />
  return (
    <>
      <PageTop title={props.session.title} file />
      <PageFrame>
        {missing ? (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            {t`The editor could not be loaded, but your draft is saved. Check your connection and retry.`}
            <Button onClick={again}>{t`Retry`}</Button>
          </p>
        ) : (
          <Skeleton rows={6} />
        )}
      </PageFrame>
    </>
  )
}
