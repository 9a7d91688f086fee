import { useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { exportUrl } from '../../api/history.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { filtersOf, parseView } from './search.ts'

/** Exports the filtered list of the URL, and not only the loaded rows. */
export function ExportLink({ size, className }: Pick<ButtonProps, 'size' | 'className'>) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  return (
    <Button
      {...(size && { size })}
      className={className}
      icon={DownloadIcon}
      render={<a href={exportUrl(filtersOf(parseView(search)))} download />}
    >
      {t`Export CSV`}
    </Button>
  )
}
