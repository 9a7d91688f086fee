import { useLingui } from '@lingui/react/macro'
import { ShieldAlertIcon } from 'lucide-react'
import { ownPath } from '../../api/preview.ts'
import type { UserFile } from '../../api/storage.ts'
import { Panel } from '../../ui/panel.tsx'
import { Gate } from './gate.tsx'
import { Lazy } from './lazy.tsx'
import { View } from './pair.tsx'
import { Note } from './parts.tsx'
import { storedSide } from './sides.ts'
import { ServerThumbnail } from './thumbnail-view.tsx'
import { PAIRS } from './views.ts'

/** A stored file in a viewer, otherwise its thumbnail, if the server renders one. */
export function StoredPreview({ file }: { file: UserFile }) {
  const { t } = useLingui()
  if (file.quarantined_at)
    return (
      <Panel title={t`Preview`} flush>
        <Note icon={ShieldAlertIcon} title={t`In quarantine`}>
          {t`An administrator put this file in quarantine. It can’t be previewed, downloaded, converted or shared until it is released. You can delete it.`}
        </Note>
      </Panel>
    )
  const side = storedSide(file)
  if (side?.kind === 'font')
    return (
      <Gate side={side} panel>
        <Lazy
          part={PAIRS.font}
          given={{ source: side, result: null, id: '', family: 'font', narrow: true }}
          title={t`Preview`}
        />
      </Gate>
    )
  return (
    <Panel title={t`Preview`} flush>
      {side?.kind ? (
        <View side={side} id="" />
      ) : side && file.thumbnail_url ? (
        <ServerThumbnail side={side} src={ownPath(file.thumbnail_url)} />
      ) : (
        <Note title={t`No preview available`}>
          {t`Browsers can’t display this file format. Download it and open it in another program.`}
        </Note>
      )}
    </Panel>
  )
}
