import { useLingui } from '@lingui/react/macro'
import { ScanTextIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { ScanSession } from '../../../api/scan.ts'
import { paths } from '../../../paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StartButton } from './sessions/start-button.tsx'

/** A session that has ended: its photos are deleted, its PDF is kept. */
export function Ended({ session: { status, conversion_id } }: { session: ScanSession }) {
  const { t } = useLingui()
  return (
    <PageFrame width="read">
      <Panel>
        <Empty
          icon={ScanTextIcon}
          title={status === 'expired' ? t`This session has expired` : t`This session has ended`}
          {...(conversion_id && {
            action: { label: t`Show PDF`, render: <Link to={paths.conversion(conversion_id)} /> },
          })}
        >
          {status === 'expired'
            ? t`Sessions expire after 30 minutes of inactivity or after 24 hours. The photos were deleted.`
            : t`The photos were deleted when the session ended. PDFs created from them are kept.`}
        </Empty>
        <p className="pb-6 text-center">
          <StartButton />
        </p>
      </Panel>
    </PageFrame>
  )
}
