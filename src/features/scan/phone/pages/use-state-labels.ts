import { useLingui } from '@lingui/react/macro'
import type { PhonePage } from './phone-page.ts'

/** The state of a page, in one or two words. */
export function useStateLabels(): (page: PhonePage) => string {
  const { t, i18n } = useLingui()
  return ({ state, share, isRetakeRequested }) => {
    if (state === 'saving') return t`Saving`
    if (state === 'waiting') return t`Waiting`
    if (isRetakeRequested) return t`New photo requested`
    if (state === 'sent') return t`Uploaded`
    if (state === 'failed') return t`Failed`
    if (state === 'receiving') return t`Uploading from another phone`
    const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(share)
    return t`Uploading, ${percent}`
  }
}
