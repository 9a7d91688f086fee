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
    <Note title={able ? t`The model could not be shown` : t`This browser draws no models`}>
      {able
        ? t`It may use what this viewer does not know. Download it and open it in a program of your own.`
        : t`Its graphics (WebGL) are turned off or missing. Download the file to look at it.`}
    </Note>
  )
}
