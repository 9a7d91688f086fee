import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CopyIcon, LinkIcon, ListIcon, PencilIcon, RefreshCwIcon, Trash2Icon } from 'lucide-react'
import { Link } from 'react-router'
import type { Share } from '../../../api/shares.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { MenuEntry } from '../../../ui/menu.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { type ListOf, TitleCell, twoLines } from '../../lists/index.ts'
import { STATE_STATUS, useCounts, useEnd, useProtections, useStateWord } from './labels.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useShareActions } from './use-share-actions.ts'

const idOf = ({ link_id }: Share) => link_id
const familyOf = ({ file }: Share) => (file.family === 'other' ? null : file.family)
const HEIGHTS = twoLines(96)

/** The columns of links, and the actions of a row. */
export function useShareList(): ListOf<Share> {
  const { t, i18n } = useLingui()
  const { copy, renew, revoke } = useShareActions()
  const { open } = useOpenDialog()
  const endOf = useEnd()
  const protectionsOf = useProtections()
  const countsOf = useCounts()
  const stateWordOf = useStateWord()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const urgency = (soon: boolean) => (soon ? 'font-medium text-warn' : 'text-ink-soft')
  const entries = (share: Share): MenuEntry[] => {
    const { link_id, state } = share
    const view = { label: t`Activity`, icon: ListIcon, render: <Link to={paths.share(link_id)} /> }
    if (state === 'revoked') return [view]
    return [
      ...(state === 'active'
        ? [{ label: t`Link and QR code`, icon: LinkIcon, onSelect: () => open('link', link_id) }]
        : []),
      { label: t`Edit`, icon: PencilIcon, onSelect: () => open('edit', link_id) },
      view,
      { label: t`Replace link`, icon: RefreshCwIcon, onSelect: () => renew(share) },
      'line',
      { label: t`Revoke`, icon: Trash2Icon, danger: true, onSelect: () => revoke(share) },
    ]
  }
  return {
    label: t`Share links`,
    rowsLabel: t`Links`,
    idOf,
    nameOf: ({ name }) => name,
    familyOf,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# link', other: '# links' }) }),
    acts: {
      width: 'minmax(64px,auto)',
      quick: (share) =>
        share.state === 'active' &&
        share.url && (
          <IconButton name={t`Copy link to ${share.name}`} icon={CopyIcon} onClick={() => void copy(share)} />
        ),
      entries,
    },
    columns: [
      {
        id: 'title',
        head: t`Title and file`,
        width: 'minmax(0,1.8fr)',
        phone: 1,
        className: 'flex items-center gap-2.5',
        cell: (share) => <Title share={share} />,
      },
      {
        id: 'status',
        head: t`Status`,
        width: 'minmax(0,0.8fr)',
        phone: 2,
        className: 'max-sm:flex max-sm:gap-3 max-sm:ps-6.5 max-sm:text-small',
        cell: (share) => {
          const { state, expires_at } = share
          const { word, soon } = endOf(share)
          return (
            <>
              <StatusWord status={STATE_STATUS[state]}>{stateWordOf(share)}</StatusWord>
              <span className={`sm:hidden ${urgency(soon)}`}>{expires_at ? t`until ${word}` : ''}</span>
            </>
          )
        },
      },
      {
        id: 'protection',
        head: t`Protection`,
        width: 'minmax(0,1.1fr)',
        faint: true,
        cell: (share) => {
          const protections = protectionsOf(share).join(', ')
          return (
            <span className="line-clamp-2" title={protections}>
              {protections || '–'}
            </span>
          )
        },
      },
      {
        id: 'views',
        head: t`Views`,
        width: 'minmax(0,0.4fr)',
        end: true,
        cell: ({ views }) => number(views),
      },
      {
        id: 'downloads',
        head: t`Downloads`,
        width: 'minmax(0,0.75fr)',
        end: true,
        cell: (share) => {
          const downloads = number(share.downloads)
          const most = share.max_downloads !== null && number(share.max_downloads)
          return most ? t`${downloads} of ${most}` : downloads
        },
      },
      {
        id: 'expires',
        head: t`Expires`,
        width: 'minmax(0,0.85fr)',
        end: true,
        cell: (share) => {
          const { word, soon } = endOf(share)
          return <span className={urgency(soon)}>{word}</span>
        },
      },
      {
        id: 'counts',
        phone: 3,
        className: 'truncate text-small text-ink-soft max-sm:ps-6.5',
        cell: (share) => {
          const { views, downloads } = countsOf(share)
          return [views, downloads, ...protectionsOf(share)].join(', ')
        },
      },
    ],
  }
}

function Title({ share }: { share: Share }) {
  const { i18n } = useLingui()
  const { link_id, name, file } = share
  return (
    <>
      <FamilyIcon family={familyOf(share)} />
      <span className="min-w-0">
        <TitleCell
          id={link_id}
          name={name}
          to={paths.share(link_id)}
          label={name}
          note={
            <>
              {file.file_name !== name && <FileName name={file.file_name} />}
              <span className="flex-none">{formatBytes(file.file_size_bytes, i18n.locale)}</span>
            </>
          }
          creator={share.created_by}
          phoneNote
        >
          <FileName named name={name} />
        </TitleCell>
      </span>
    </>
  )
}
