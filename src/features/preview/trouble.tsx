import { useLingui } from '@lingui/react/macro'
import { ArchiveXIcon, CloudOffIcon } from 'lucide-react'
import type { ApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { useProblemWords } from '../problems/index.ts'
import { Note } from './parts.tsx'

/** The file could not be loaded: expired, offline, or the server is unavailable. */
export function Trouble({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  if (error.code === 'expired')
    return (
      <Note
        icon={ArchiveXIcon}
        title={t`The file has expired`}
      >{t`It was deleted. Convert the original again.`}</Note>
    )
  return (
    <Note
      icon={CloudOffIcon}
      title={t`The file could not be loaded`}
      action={<Button onClick={onRetry}>{t`Retry`}</Button>}
    >
      {words(error)}
    </Note>
  )
}
