import { useLingui } from '@lingui/react/macro'
import type { UserFile } from '../../api/storage.ts'
import { Badge } from '../../ui/badge.tsx'
import { useFileLabels } from './use-file-labels.ts'

/** Marks a file in quarantine, with an explanation; renders nothing for other files. */
export function QuarantineBadge({ file }: { file: UserFile }) {
  const { t } = useLingui()
  const words = useFileLabels()
  if (!file.quarantined_at) return null
  return (
    <span className="flex-none" title={words.quarantined}>
      <Badge tone="bad">{t`In quarantine`}</Badge>
    </span>
  )
}
