import { useLingui } from '@lingui/react/macro'
import { WeightIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isTooLarge } from './kinds.ts'
import { Note } from './parts.tsx'
import type { Side } from './sides.ts'

type GateProps = { side: Side; children: ReactNode; panel?: boolean }

/** Large files that have to be loaded whole load on request. */
export function Gate({ side, children, panel }: GateProps) {
  const { t, i18n } = useLingui()
  const [anyway, setAnyway] = useState(false)
  if (anyway || !side.kind || !isTooLarge(side.kind, side.bytes)) return children
  const size = formatBytes(side.bytes, i18n.locale)
  const note = (
    <Note
      icon={WeightIcon}
      title={t`Large file`}
      action={<Button onClick={() => setAnyway(true)}>{t`Show anyway`}</Button>}
    >
      {t`The preview loads the whole file (${size}) into this browser.`}
    </Note>
  )
  return panel ? (
    <Panel title={t`Preview`} flush>
      {note}
    </Panel>
  ) : (
    note
  )
}
