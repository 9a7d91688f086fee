import { useLingui } from '@lingui/react/macro'
import { Title } from '../../public-page/index.ts'
import type { ClosedCode } from './view.ts'

type ClosedPageProps = {
  code: ClosedCode
  /** The sender, if the link was open when this page was loaded: closed links do not reveal it. */
  from: string | null
  focus: boolean
}

/**
 * Why a link does not open, and what to do. The server renders the same without a script
 * (server/http/share-page.ts).
 */
export function ClosedPage({ code, from, focus }: ClosedPageProps) {
  const { t } = useLingui()
  const ask = from ? t`Ask ${from} for a new link.` : t`Ask the sender for a new link.`
  const texts: Record<ClosedCode, [title: string, line: string]> = {
    share_expired: [t`This link has expired`, ask],
    share_revoked: [
      t`This link was revoked`,
      from ? t`Ask ${from} if you still need the file.` : t`Ask the sender if you still need the file.`,
    ],
    share_used_up: [t`Download limit reached`, `${t`All downloads of this link are used.`} ${ask}`],
    share_unavailable: [t`File no longer available`, ask],
    not_found: [t`Link not found`, `${t`Check that the URL is complete.`} ${ask}`],
  }
  const [title, line] = texts[code]
  return (
    <>
      <Title focus={focus}>{title}</Title>
      <p className="landing-what">{line}</p>
    </>
  )
}
