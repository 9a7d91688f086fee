import { useLingui } from '@lingui/react/macro'
import { ArrowLeftIcon, SearchIcon } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../api/account.ts'
import { OtherAccounts } from '../features/businesses/acting/index.ts'
import { openPalette, PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Motif } from '../ui/motif.tsx'

/** An unknown URL: explains it, with links to other pages. */
export default function NotFound() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: user } = useSession()
  const title = t`Page not found`
  const home = user === null ? paths.convert() : paths.overview()
  return (
    <>
      <PageTop title={title} />
      <section className="mx-auto grid max-w-read justify-items-center gap-4 px-4 py-16 text-center">
        <div aria-hidden="true" className="w-64" data-family="document">
          <Motif state="failed" percent={55} family="document" from="URL" to="404" />
        </div>
        <p className="max-w-80 text-read text-ink-soft">
          {t`The URL may be mistyped, or what it led to was deleted or belongs to another account.`}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" render={<Link to={home} />}>
            {user === null ? t`Go to Convert` : t`Go to Overview`}
          </Button>
          <Button icon={SearchIcon} onClick={openPalette}>
            {t`Search`}
          </Button>
          <Button icon={ArrowLeftIcon} onClick={() => void navigate(-1)}>
            {t`Back`}
          </Button>
        </div>
        <OtherAccounts />
      </section>
    </>
  )
}
