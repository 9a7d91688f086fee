import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import {
  type BackupCodes,
  forgetFreshCodes,
  type MfaStatus,
  useFreshCodes,
  useMfaStatus,
} from '../../../api/mfa.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { BackupDetails } from './backup-details.tsx'
import { CodeSheet } from './code-sheet.tsx'
import { CODES_PANEL, useRenewCodes } from './use-renew-codes.ts'
import { useWhen } from './use-when.ts'

/** The backup codes right after their creation, and later only the number of remaining ones. */
export function BackupCodesPanel() {
  const { t } = useLingui()
  const fresh = useFreshCodes()
  const { data: status } = useMfaStatus()
  if (fresh) return <Fresh codes={fresh} />
  if (!status) return null
  if (!status.is_enabled)
    return (
      <Panel id={CODES_PANEL} title={t`Backup codes`}>
        <p className="text-ink-soft">
          {t`You get ten backup codes with your first verification method. Each signs you in once if you lose your phone.`}
        </p>
      </Panel>
    )
  return <Left status={status} />
}

function Fresh({ codes }: { codes: BackupCodes }) {
  const { t } = useLingui()
  const [isSaved, setSaved] = useState(false)
  // They are stored nowhere else: the browser asks before the page is left.
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])
  return (
    <Panel
      id={CODES_PANEL}
      title={t`Backup codes`}
      actions={<Badge tone="ok">{t`New set`}</Badge>}
      foot={
        <>
          <span className="me-auto">
            <Checkbox checked={isSaved} onChange={setSaved}>{t`I’ve saved them`}</Checkbox>
          </span>
          <Button
            size={28}
            disabled={!isSaved}
            reason={t`Save them first, then select the checkbox.`}
            onClick={forgetFreshCodes}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      <CodeSheet codes={codes} />
    </Panel>
  )
}

function Left({ status }: { status: MfaStatus }) {
  const { t } = useLingui()
  const { day } = useWhen()
  const renew = useRenewCodes()
  const { backup_codes_count: left, backup_codes_generated_at: made, backup_codes_expire_at: end } = status
  return (
    <Panel
      id={CODES_PANEL}
      title={t`Backup codes`}
      actions={left <= 3 && <Badge tone="warn">{left > 0 ? t`Running low` : t`None left`}</Badge>}
      foot={<Button size={28} onClick={renew}>{t`Renew`}</Button>}
    >
      <p className="mb-3 text-ink-soft">
        <BackupDetails status={status} />
      </p>
      <FactList
        facts={[
          { name: t`Created`, value: made ? day(made) : '' },
          { name: t`Valid until`, value: end ? day(end) : '' },
        ]}
      />
    </Panel>
  )
}
