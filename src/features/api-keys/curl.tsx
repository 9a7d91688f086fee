import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'

type CurlProps = { label: string; secret: string; url: string; form: readonly string[] }

/** A curl command for this instance. */
export function Curl({ label, secret, url, form }: CurlProps) {
  const { t } = useLingui()
  const parts = [`curl ${url}`, `-H "Authorization: Bearer ${secret}"`, ...form.map((field) => `-F ${field}`)]
  return (
    <div className="min-w-0">
      <p className="mb-1 flex items-end justify-between gap-2 text-small text-ink-soft">
        {label}
        <CopyButton size={24} text={parts.join(' ')} name={t`Copy request`} />
      </p>
      <pre
        translate="no"
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll
        tabIndex={0}
        className="mono overflow-x-auto rounded-control bg-sunk px-3 py-2 text-small/5"
      >
        {parts.join(' \\\n  ')}
      </pre>
    </div>
  )
}
