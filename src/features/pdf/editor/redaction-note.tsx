import { Trans, useLingui } from '@lingui/react/macro'
import { formatList } from '../../../lib/format-list.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import type { RedactionCheck } from './use-redaction-check.ts'

/** The numbers of the pages that redaction turns into images, shown before saving. */
export function RedactionNote({ check }: { check: RedactionCheck }) {
  const { t, i18n } = useLingui()
  switch (check.state) {
    case 'none':
      return null
    case 'unchecked':
      return (
        <span className="text-ink-soft">
          <Trans>
            A page with an image or drawing under a redaction becomes an image.{' '}
            <TextButton onClick={check.start}>Check pages</TextButton>
          </Trans>
        </span>
      )
    case 'checking':
      return (
        <span role="status" className="text-ink-soft">
          {t`Checking which pages become images…`}
        </span>
      )
    case 'failed':
      return (
        <span role="alert" className="text-bad">
          {check.problem} <TextButton onClick={check.start}>{t`Retry`}</TextButton>
        </span>
      )
    case 'checked': {
      const { pages } = check
      const numbers = formatList(
        pages.map((page) => formatNumber(page, i18n.locale)),
        i18n.locale,
      )
      return (
        <span role="status" className={pages.length > 0 ? 'text-warn' : 'text-ink-soft'}>
          {pages.length === 0
            ? t`No page becomes an image. The rest of each page stays text.`
            : pages.length === 1
              ? t`Page ${numbers} becomes an image. Its text can’t be selected any more.`
              : t`Pages ${numbers} become images. Their text can’t be selected any more.`}
        </span>
      )
    }
  }
}
