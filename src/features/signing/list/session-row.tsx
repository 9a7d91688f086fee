import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { SigningRow } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { Cell, Row } from '../../../ui/table.tsx'
import { Creator } from '../../businesses/acting/index.ts'
import { PeopleMarks, useDeadline, useMoments, useSessionEntries, useStateWord } from '../session/index.ts'

type SessionRowProps = { session: SigningRow; index: number; height: number; onFocus: () => void }

/** A line at a desk; on a phone the title, who and how many, and how it stands, one under the other. */
export function SessionRow({ session, index, height, onFocus }: SessionRowProps) {
  const { t } = useLingui()
  const { id, title, document, recipients, done, acting, updated_at } = session
  const { status, word } = useStateWord()(session)
  const deadline = useDeadline()(session)
  const moments = useMoments()
  const entries = useSessionEntries()(session)
  const count = acting === 0 ? '–' : t`${done} of ${acting}`
  const until = deadline.word
  const hot = deadline.soon ? 'font-medium text-warn' : 'text-ink-soft'
  return (
    <Row
      aria-rowindex={index + 2}
      onFocus={onFocus}
      onClick={onFocus}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-1"
      style={{ height }}
    >
      <Cell className="max-sm:row-start-1">
        <Link
          data-row={id}
          to={paths.signingSession(id)}
          title={title}
          className="block truncate font-medium hover:underline"
          translate="no"
        >
          {title}
        </Link>
        <span className="flex min-w-0 gap-1.5 text-small text-ink-soft max-sm:hidden">
          <FileName name={document.file_name} />
          <Creator id={session.created_by} />
        </span>
      </Cell>
      <Cell className="flex items-center gap-2 max-sm:col-start-1 max-sm:row-start-2">
        <PeopleMarks recipients={recipients} />
        <span aria-hidden="true" className="text-small text-ink-soft sm:hidden">
          {count}
        </span>
      </Cell>
      <Cell className="max-sm:hidden">{count}</Cell>
      <Cell className="truncate max-sm:col-start-1 max-sm:row-start-3 max-sm:flex max-sm:gap-3 max-sm:text-small">
        <StatusWord status={status}>{word}</StatusWord>
        <span className={`truncate sm:hidden ${hot}`}>{session.deadline_at ? t`until ${until}` : ''}</span>
      </Cell>
      <Cell end className={`max-sm:hidden ${hot}`}>
        {until}
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {moments.line(updated_at)}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1">
        <Menu trigger={<IconButton name={t`More for ${title}`} icon={EllipsisIcon} />} entries={entries} />
      </Cell>
    </Row>
  )
}
