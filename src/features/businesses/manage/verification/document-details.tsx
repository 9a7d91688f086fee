import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BusinessDocument } from '../../../../api/businesses.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'

/** "utility-bill-june.pdf, 1 page, 188 KB" */
export function DocumentDetails({
  document: { file_name, pages, size_bytes },
}: {
  document: BusinessDocument
}) {
  const { t, i18n } = useLingui()
  const facts = [
    ...(pages ? [t({ message: plural(pages, { one: '# page', other: '# pages' }) })] : []),
    formatBytes(size_bytes, i18n.locale),
  ].join(', ')
  return (
    <p className="text-small text-ink-soft wrap-anywhere">
      <span translate="no">{file_name}</span>, {facts}
    </p>
  )
}
