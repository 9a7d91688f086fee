import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { SigningRow } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { Creator } from '../../businesses/acting/index.ts'
import { type ListOf, twoLines } from '../../lists/index.ts'
import {
  PeopleMarks,
  type Sort,
  useDeadline,
  useMoments,
  useSessionEntries,
  useStateWord,
} from '../session/index.ts'

const idOf = ({ id }: SigningRow) => id
const HEIGHTS = twoLines(104)

/** The columns of signature requests, and what can be done with one. */
export function useSessionList(sort: Sort, onSort: (sort: Sort) => void): ListOf<SigningRow> {
  const { t } = useLingui()
  const stateOf = useStateWord()
  const deadlineOf = useDeadline()
  const moments = useMoments()
  const entries = useSessionEntries()
  const count = ({ done, acting }: SigningRow) => (acting === 0 ? '–' : t`${done} of ${acting}`)
  const hot = (soon: boolean) => (soon ? 'font-medium text-warn' : 'text-ink-soft')
  const until = ({ deadline_at }: SigningRow, word: string) => (deadline_at ? t`until ${word}` : '')
  return {
    label: t`Signature requests`,
    rowsLabel: t`Signature requests`,
    idOf,
    nameOf: ({ title }) => title,
    heights: HEIGHTS,
    says: (loaded) =>
      t({ message: plural(loaded, { one: '# signature request', other: '# signature requests' }) }),
    acts: { width: '32px', entries },
    columns: [
      {
        id: 'title',
        head: t`Title and document`,
        width: 'minmax(0,1.8fr)',
        phone: 1,
        sort: { now: sort === 'title' ? 'ascending' : 'none', onSort: () => onSort('title') },
        cell: ({ id, title, document, created_by }) => (
          <>
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
              <Creator id={created_by} />
            </span>
          </>
        ),
      },
      {
        id: 'recipients',
        head: t`Recipients`,
        width: '124px',
        phone: 2,
        className: 'flex items-center gap-2',
        cell: (session) => (
          <>
            <PeopleMarks recipients={session.recipients} />
            <span aria-hidden="true" className="text-small text-ink-soft sm:hidden">
              {count(session)}
            </span>
          </>
        ),
      },
      { id: 'signed', head: t`Signed`, width: '56px', cell: count },
      {
        id: 'status',
        head: t`Status`,
        width: 'minmax(152px,1fr)',
        phone: 3,
        className: 'truncate max-sm:flex max-sm:gap-3 max-sm:text-small',
        cell: (session) => {
          const { status, word } = stateOf(session)
          const deadline = deadlineOf(session)
          return (
            <>
              <StatusWord status={status}>{word}</StatusWord>
              <span className={`truncate sm:hidden ${hot(deadline.soon)}`}>
                {until(session, deadline.word)}
              </span>
            </>
          )
        },
      },
      {
        id: 'deadline',
        head: t`Deadline`,
        width: 'minmax(0,1fr)',
        end: true,
        cell: (session) => {
          const { word, soon } = deadlineOf(session)
          return <span className={hot(soon)}>{word}</span>
        },
      },
      {
        id: 'modified',
        head: t`Modified`,
        sort: { now: sort === 'changed' ? 'descending' : 'none', onSort: () => onSort('changed') },
        width: 'minmax(0,0.9fr)',
        end: true,
        faint: true,
        cell: ({ updated_at }) => moments.line(updated_at),
      },
    ],
  }
}
