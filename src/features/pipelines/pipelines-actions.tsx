import { useLingui } from '@lingui/react/macro'
import { FileInputIcon, PlusIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

export function PipelinesActions() {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  return (
    <>
      <Button
        icon={FileInputIcon}
        aria-haspopup="dialog"
        onClick={() =>
          setSearch(
            (now) => {
              const next = new URLSearchParams(now)
              next.set('import', '1')
              return next
            },
            { replace: true },
          )
        }
      >
        {t`Import`}
      </Button>
      <Button variant="primary" icon={PlusIcon} render={<Link to={paths.newPipeline()} />}>
        {t`New pipeline`}
      </Button>
    </>
  )
}
