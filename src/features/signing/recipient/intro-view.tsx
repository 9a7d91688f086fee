import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../../api/public-signing.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { formatList } from '../../../lib/format-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Title } from '../../public-page/index.ts'
import type { SigningFormEntry } from './use-signing-form.ts'

type BeforeProps = { view: SigningView; room: SigningFormEntry; focus: boolean }

/** The introduction, with the button that opens the document. */
export function IntroView({ view, room, focus }: BeforeProps) {
  const { t, i18n } = useLingui()
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
          <bdi>{document.file_name}</bdi>,{' '}
          {t({ message: plural(document.pages, { one: '# page', other: '# pages' }) })}
        </p>
      )}
      {[message, note].filter(Boolean).map((text) => (
        <p key={text} className="landing-message" dir="auto">
          {text}
        </p>
      ))}
      {until && <p className="landing-what">{t`Deadline: ${until}`}</p>}
      {names.length > 0 && (
        <p className="landing-what">{t`Other recipients: ${formatList(names, i18n.locale)}`}</p>
      )}
      <div role="alert">
        {room.missing && (
          <p className="mt-4 text-bad">
            <Trans>The document could not be loaded. Check your connection and retry.</Trans>
          </p>
        )}
      </div>
      <Button
        variant="primary"
        wide
        className="landing-act mt-5 min-h-12"
        working={room.coming}
        verb={t`Opening`}
        onClick={room.enter}
      >
        {view.me.role === 'viewer' ? <Trans>View document</Trans> : <Trans>Review document</Trans>}
      </Button>
    </>
  )
}
