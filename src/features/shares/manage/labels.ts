import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Share, ShareState } from '../../../api/shares.ts'
import { formatDate, formatMoment } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import type { Status } from '../../../ui/status-word.tsx'

/** The maximum length of a name in a dialog title. */
export const LONG = 40

export const SHARE_STATES: readonly ShareState[] = ['active', 'expired', 'used_up', 'revoked', 'unavailable']

/** States in general; for one link use `useStateWord`. */
export const STATE_WORDS: Record<ShareState, MessageDescriptor> = {
  active: msg`Active`,
  expired: msg`Expired`,
  used_up: msg`Limit reached`,
  revoked: msg`Revoked`,
  unavailable: msg`File unavailable`,
}

export const STATE_STATUS: Record<ShareState, Status> = {
  active: 'done',
  expired: 'expired',
  used_up: 'expired',
  revoked: 'cancelled',
  unavailable: 'warning',
}

const DAY = 86_400_000

export interface End {
  word: string
  soon: boolean
}

/** When a link expires: "29 November", "tomorrow 18:00" within a day, or that it never does. */
export function useEnd(): (share: Share, now?: number) => End {
  const { i18n, t } = useLingui()
  return ({ expires_at, state }, now = Date.now()) => {
    if (expires_at === null) return { word: t`Never`, soon: false }
    const at = new Date(expires_at)
    const left = at.getTime() - now
    const style = { locale: i18n.locale }
    return left > 0 && left < DAY && state === 'active'
      ? { word: formatMoment(at, style), soon: true }
      : { word: formatDate(at, style), soon: false }
  }
}

/** "12 views" and "3 of 10 downloads". */
export function useCounts(): (share: Share) => { views: string; downloads: string } {
  const { i18n, t } = useLingui()
  return ({ views, downloads, max_downloads }) => {
    const most = max_downloads !== null && formatNumber(max_downloads, i18n.locale)
    return {
      views: t({ message: plural(views, { one: '# view', other: '# views' }) }),
      downloads: most
        ? t({
            message: plural(downloads, { one: `# of ${most} downloads`, other: `# of ${most} downloads` }),
          })
        : t({ message: plural(downloads, { one: '# download', other: '# downloads' }) }),
    }
  }
}

/** The protections of a link, each in a word or two. */
export function useProtections(): (share: Share) => string[] {
  const { t } = useLingui()
  return ({ has_password, email_gate, allow_preview }) => [
    ...(has_password ? [t`Password`] : []),
    ...(email_gate === 'ask' ? [t`E-mail`] : []),
    ...(email_gate === 'confirm' ? [t`Verified e-mail`] : []),
    ...(allow_preview ? [] : [t`No preview`]),
  ]
}

/** The state of one link; if its file is unavailable, the reason. */
export function useStateWord(): (share: Share) => string {
  const { i18n, t } = useLingui()
  return ({ state, quarantined_at }) => {
    if (state !== 'unavailable') return i18n._(STATE_WORDS[state])
    return quarantined_at ? t`In quarantine` : t`File deleted`
  }
}

/** The state of a link as a sentence: when it expires, or why it no longer opens. */
export function useStateSentence(): (share: Share) => string {
  const { i18n, t } = useLingui()
  return ({ state, expires_at, revoked_at, quarantined_at }) => {
    const moment = (at: string) => formatMoment(new Date(at), { locale: i18n.locale })
    switch (state) {
      case 'active': {
        if (expires_at === null) return t`Active until you revoke it.`
        const until = moment(expires_at)
        return t`Expires ${until}.`
      }
      case 'expired': {
        const since = moment(expires_at ?? '')
        return t`Expired ${since}. Set a later expiry to reactivate it.`
      }
      case 'revoked': {
        const since = moment(revoked_at ?? '')
        return t`Revoked ${since}.`
      }
      case 'used_up':
        return t`The download limit is reached. Raise it to reactivate the link.`
      case 'unavailable':
        if (quarantined_at)
          return t`An administrator put the file in quarantine. The link opens again once the file is released.`
        return t`The file was deleted or has expired. Restoring the file reactivates its links.`
    }
  }
}
