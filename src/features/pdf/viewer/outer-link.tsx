import { useLingui } from '@lingui/react/macro'
import { ExternalLinkIcon } from 'lucide-react'
import type { HTMLAttributes, ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'

type OuterLinkProps = { href: string; trigger: ReactElement<HTMLAttributes<HTMLElement>> }

/** An external link: its target is shown before it is opened. */
export function OuterLink({ href, trigger }: OuterLinkProps) {
  const { t } = useLingui()
  return (
    <Popover label={t`Link destination`} trigger={trigger}>
      <div className="grid max-w-80 gap-2">
        <p className="text-small text-ink-soft">{t`This link opens an external page:`}</p>
        <p className="mono text-small wrap-anywhere" translate="no">
          {href}
        </p>
        <div>
          <Button
            icon={ExternalLinkIcon}
            render={<a href={href} target="_blank" rel="noopener noreferrer" />}
          >
            {t`Open in new tab`}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
