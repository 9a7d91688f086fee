import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** A first API request, to paste into a shell. */
export function CodePanel() {
  const { t } = useLingui()
  const command = [
    `curl ${location.origin}/api/v1/convert/image/convert/ \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    '  -F file=@photo.heic \\',
    '  -F target_format=avif',
  ].join('\n')
  return (
    <Panel
      title={t`From your code`}
      actions={
        <a className="link" href="/api/v1/openapi.json">
          {t`API description`}
        </a>
      }
      flush
    >
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        translate="no"
        className="mono overflow-x-auto border-b border-line bg-sunk px-4 py-3 text-small focus-visible:focus-inset"
      >
        {command}
      </pre>
      <div className="flex flex-wrap gap-2 px-4 py-3">
        <Button size={28} icon={KeyRoundIcon} render={<Link to={paths.apiKeys()} />}>
          {t`Create API key`}
        </Button>
        <CopyButton text={command} />
      </div>
    </Panel>
  )
}
