import { useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { exportUrl } from '../../api/history.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { filtersOf, parseView } from './search.ts'

/** All of the list as the address has it, not only what is loaded. */
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
