import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import type { SigningView } from '../../api/public-signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Title } from '../public-page/index.ts'
import type { LoadRoom, RoomProps } from './room-props.ts'
import type { SigningActs } from './use-signing.ts'

type RoomPageProps = {
  view: SigningView
  token: string
  acts: SigningActs
  load: LoadRoom
  focus: boolean
}

/** What it is about, and the way in. What reads the document is fetched meanwhile. */
export function Room({ view, token, acts, load, focus }: RoomPageProps) {
  const { t, i18n } = useLingui()
  const [Part, setPart] = useState<ComponentType<RoomProps> | null>(null)
  const [inside, setInside] = useState(false)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    let gone = false
    load().then(
      (part) => !gone && setPart(() => part),
      () => !gone && setMissing(true),
    )
    return () => {
      gone = true
    }
  }, [load])
  async function enter() {
    setInside(true)
    if (Part) return
    setMissing(false)
    try {
      const part = await load()
      setPart(() => part)
    } catch {
      setInside(false)
      setMissing(true)
    }
  }
  if (inside && Part) return <Part view={view} token={token} sign={acts.sign} decline={acts.decline} />
  const { title, message, note, document, deadline_at, others } = view
  const until = deadline_at ? formatDateTime(new Date(deadline_at), { locale: i18n.locale }) : ''
  const names = others.map(({ name }) => name)
  return (
    <>
      <Title focus={focus} {...(title && { name: title })}>
        {title}
      </Title>
      {document && (
        <p className="landing-what">
          <bdi>{document.file_name}</bdi>, {t`${document.pages} pages`}
        </p>
      )}
      {[message, note].filter(Boolean).map((said) => (
        <p key={said} className="landing-message" dir="auto">
          {said}
        </p>
      ))}
      {until && <p className="landing-what">{t`It can be done until ${until}.`}</p>}
      {names.length > 0 && (
        <p className="landing-what">{t`Also asked: ${new Intl.ListFormat(i18n.locale).format(names)}`}</p>
      )}
      <div role="alert">
        {missing && (
          <p className="mt-4 text-bad">
            <Trans>The document did not load; the network may be gone. Try again.</Trans>
          </p>
        )}
      </div>
      <Button
        look="primary"
        wide
        className="landing-act mt-5 min-h-12"
        working={inside && !Part}
        verb={t`Opening`}
        onClick={() => void enter()}
      >
        {view.me.role === 'viewer' ? <Trans>Read</Trans> : <Trans>Read and go on</Trans>}
      </Button>
    </>
  )
}
