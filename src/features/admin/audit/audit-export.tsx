import { useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { type AdminAuditFilters, adminAuditUrl } from '../../../api/admin-acts.ts'
import { Button } from '../../../ui/button.tsx'

/** Exports the filtered log. */
export function AuditExport({ filters }: { filters: AdminAuditFilters }) {
  const { t } = useLingui()
  return (
    <Button
      className="ms-auto"
      size={28}
      icon={DownloadIcon}
      render={<a href={adminAuditUrl(filters)} download />}
    >
      {t`Export CSV`}
    </Button>
  )
}
