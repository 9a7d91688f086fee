import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SigningRow } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { type ListOf, sortedBy, TitleCell, twoLines } from '../../lists/index.ts'
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

/** The columns of signature requests, and the actions of a row. */
export function useSessionList(sort: Sort, onSort: (sort: Sort) => void): ListOf<SigningRow> {
  const { t } = useLingui()
  const stateOf = useStateWord()
  const deadlineOf = useDeadline()
  const moments = useMoments()
  const entries = useSessionEntries()
  const by = sortedBy(sort, onSort)
  const count = ({ done, acting }: SigningRow) => (acting === 0 ? '–' : t`${done} of ${acting}`)
  const urgency = (soon: boolean) => (soon ? 'font-medium text-warn' : 'text-ink-soft')
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
        sort: by('title', 'ascending'),
        cell: ({ id, title, document, created_by }) => (
          <TitleCell
            id={id}
            name={title}
            to={paths.signingSession(id)}
            note={<FileName name={document.file_name} />}
            creator={created_by}
          />
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
              <span className={`truncate sm:hidden ${urgency(deadline.soon)}`}>
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
          return <span className={urgency(soon)}>{word}</span>
        },
      },
      {
        id: 'modified',
        head: t`Modified`,
        sort: by('changed', 'descending'),
        width: 'minmax(0,0.9fr)',
        end: true,
        faint: true,
        cell: ({ updated_at }) => moments.line(updated_at),
      },
    ],
  }
}
