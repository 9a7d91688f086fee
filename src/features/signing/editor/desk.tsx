import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredPart } from '../../../ui/deferred.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageTop } from '../../shell/index.ts'
import type { DeskRoomProps } from './desk-room.tsx'

const ROOM = deferred<DeskRoomProps>(async () => (await import('./desk-room.tsx')).DeskRoom)

/** A draft made ready to be sent. Its code loads with the first draft: the list of requests needs none of it. */
export function SigningDesk(props: DeskRoomProps) {
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
