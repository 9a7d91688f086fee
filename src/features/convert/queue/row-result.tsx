import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../../api/account.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import { useShareResult } from '../../shares/manage/index.ts'
import { useRowName } from './row-labels.ts'
import type { ConvertRow } from './rows.ts'
import { useRowActions } from './use-row-actions.ts'

/**
 * The actions of a completed row, in its second line: visible on hover, focus, and always on touch.
 */
export function RowResult({ row, onPreview }: { row: ConvertRow; onPreview: (id: string) => void }) {
  const { t } = useLingui()
  const { store } = useRowActions()
  const sharing = useShareResult()
  const { data: user } = useSession()
  const name = useRowName()(row.file)
  const { state, file } = row
  if (state.kind !== 'done' || !state.conversion.download_url) return null
  const { conversion } = state
  const compares = conversion.s3_key !== null && conversion.file_count === 1
  return (
    <span
      data-result-acts=""
      className="flex flex-wrap gap-x-2.5 opacity-0 transition-opacity duration-(--dur-fast) group-focus-within/row:opacity-100 group-hover/row:opacity-100 touch:gap-x-7 touch:py-2 touch:opacity-100"
    >
      <TextButton
        aria-label={compares ? t`Compare ${name} with its original` : t`Preview ${name}`}
        onClick={() => onPreview(file.id)}
      >
        {compares ? t`Compare` : t`Preview`}
      </TextButton>
      {user && conversion.output && (
        <TextButton
          data-share=""
          aria-label={t`Share ${name}`}
          onClick={() => sharing.share(conversion)}
        >{t`Share`}</TextButton>
      )}
      {user && conversion.output?.s3_key && (
        <TextButton aria-label={t`Store ${name}`} onClick={() => store(row)}>{t`Store`}</TextButton>
      )}
      {sharing.dialog}
    </span>
  )
}
