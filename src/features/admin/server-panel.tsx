import { useLingui } from '@lingui/react/macro'
import type { AdminOverview } from '../../api/admin.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The share of free space below which a warning is shown. */
const LITTLE = 0.1

/** Free disk space, and software versions. */
export function ServerPanel({ overview: { disk, versions } }: { overview: AdminOverview }) {
  const { t, i18n } = useLingui()
  const free = formatBytes(disk.free_bytes, i18n.locale)
  const total = formatBytes(disk.total_bytes, i18n.locale)
  const share = disk.total_bytes > 0 ? disk.free_bytes / disk.total_bytes : 0
  return (
    <>
      <Panel title={t`Disk`}>
        <Meter
          label={t`Disk`}
          says={t`${free} of ${total} free`}
          percent={100 * (1 - share)}
          note={t`${free} of ${total} free`}
          warn={share < LITTLE}
        />
      </Panel>
      <Panel title={t`Versions`}>
        <FactList
          facts={[
            { name: 'Filewright', value: versions.server, own: true },
            { name: 'PostgreSQL', value: versions.postgresql, own: true },
          ]}
        />
      </Panel>
    </>
  )
}
