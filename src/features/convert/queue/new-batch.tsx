import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useFiles } from './files.ts'
import { useRowActions } from './use-row-actions.ts'

/**
 * Starts an empty list. Running conversions continue and are in the history; uploads keep their
 * rows.
 */
export function NewBatch() {
  const { t } = useLingui()
  const { remove } = useRowActions()
  const files = useFiles((state) => state.files)
  const free = files.filter(({ phase }) => phase !== 'sending')
  if (free.length === 0) return null
  return (
    <Button icon={PlusIcon} onClick={() => remove(free.map(({ id }) => id))}>
      <span className="max-sm:sr-only">{t`New batch`}</span>
    </Button>
  )
}
