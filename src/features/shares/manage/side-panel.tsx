import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Share } from '../../../api/shares.ts'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { SecondPanel } from '../../../ui/second-panel.tsx'
import { LinkPanel } from './link-panel.tsx'
import { Facts, Standing } from './share-parts.tsx'

/** The second panel on very wide screens: the current link, ready to copy. */
export function SidePanel({ share }: { share: Share | undefined }) {
  const { t } = useLingui()
  return (
    <SecondPanel
      label={t`Selected link`}
      id={share?.link_id ?? null}
      empty={t`Select a link to see its details here.`}
    >
      {share && (
        <div className="grid content-start gap-4 p-4">
          <header className="flex items-baseline justify-between gap-4">
            <h2 className="title min-w-0 text-lead">
              <FileName name={share.name} />
            </h2>
            <Link className="link flex-none" to={paths.share(share.link_id)}>
              {t`Open`}
            </Link>
          </header>
          <LinkPanel share={share} />
          <Standing share={share} />
          <Facts share={share} />
        </div>
      )}
    </SecondPanel>
  )
}
