import { useLingui } from '@lingui/react/macro'
import { thumbnailUrl } from '../../../api/preview.ts'
import { useImage } from '../image/use-image.ts'
import { Note, Waiting } from '../parts.tsx'
import type { Side } from '../sides.ts'
import { ThumbnailView } from '../thumbnail-view.tsx'

/** The server's thumbnail of a model that cannot be displayed. It exists for results only. */
export function Otherwise({ side, id, able }: { side: Side; id: string; able: boolean }) {
  const { t } = useLingui()
  const wanted = side.which === 'result'
  const thumbnail = useImage(wanted ? thumbnailUrl(id) : null)
  if (thumbnail.state === 'ready') return <ThumbnailView side={side} id={id} />
  if (wanted && thumbnail.state === 'loading') return <Waiting />
  return (
    <Note title={able ? t`The model could not be displayed` : t`This browser can’t display 3D models`}>
      {able
        ? t`It may use unsupported features. Download it and open it in another program.`
        : t`WebGL is off or unavailable. Download the file to view it.`}
    </Note>
  )
}
