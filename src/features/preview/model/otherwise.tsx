import { useLingui } from '@lingui/react/macro'
import { thumbnailUrl } from '../../../api/preview.ts'
import { useImage } from '../image/use-image.ts'
import { Note, Waiting } from '../parts.tsx'
import { PictureView } from '../picture-view.tsx'
import type { Side } from '../sides.ts'

/** A model that cannot be turned here: the service's picture of it, where there is one. It draws results only. */
export function Otherwise({ side, id, able }: { side: Side; id: string; able: boolean }) {
  const { t } = useLingui()
  const wanted = side.which === 'result'
  const picture = useImage(wanted ? thumbnailUrl(id) : null)
  if (picture.state === 'ready') return <PictureView side={side} id={id} />
  if (wanted && picture.state === 'loading') return <Waiting />
  return (
    <Note title={able ? t`The model could not be displayed` : t`This browser can’t display 3D models`}>
      {able
        ? t`It may use unsupported features. Download it and open it in another program.`
        : t`WebGL is off or unavailable. Download the file to view it.`}
    </Note>
  )
}
