import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Share } from '../../../api/shares.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { Cell, Row } from '../../../ui/table.tsx'
import { Creator } from '../../businesses/acting/index.ts'
import { STATE_STATUS, STATE_WORDS, useCounts, useEnd, useProtections } from './labels.ts'
import { RowActions } from './row-actions.tsx'

type ShareRowProps = { share: Share; index: number; height: number; onFocus: () => void }

/** A line at a desk; on a phone the title, how it stands, and what came of it, one under the other. */
export function ShareRow({ share, index, height, onFocus }: ShareRowProps) {
  const { t, i18n } = useLingui()
  const { name, file, state, max_downloads } = share
  const family = file.family === 'other' ? null : file.family
  const end = useEnd()(share)
  const protections = useProtections()(share).join(', ')
  const counts = useCounts()(share)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const size = formatBytes(file.file_size_bytes, i18n.locale)
  const downloads = number(share.downloads)
  const most = max_downloads !== null && number(max_downloads)
  return (
    <Row
      spine
      {...(family && { family })}
      aria-rowindex={index + 2}
      onFocus={onFocus}
      onClick={onFocus}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      <Cell className="flex items-center gap-2.5">
        <FamilyIcon family={family} />
        <span className="min-w-0">
          <Link
            data-row={share.link_id}
            to={paths.share(share.link_id)}
            aria-label={name}
            title={name}
            className="flex min-w-0 font-medium hover:underline"
          >
            <FileName named name={name} />
          </Link>
          <span className="flex min-w-0 gap-1.5 text-small text-ink-soft">
            {file.file_name !== name && <FileName name={file.file_name} />}
            <span className="flex-none">{size}</span>
            <Creator id={share.created_by} />
          </span>
        </span>
      </Cell>
      <Cell className="max-sm:col-start-1 max-sm:row-start-2 max-sm:flex max-sm:gap-3 max-sm:ps-6.5 max-sm:text-small">
        <StatusWord status={STATE_STATUS[state]}>{i18n._(STATE_WORDS[state])}</StatusWord>
        <span className={`sm:hidden ${end.soon ? 'font-medium text-warn' : 'text-ink-soft'}`}>
          {share.expires_at ? t`until ${end.word}` : ''}
        </span>
      </Cell>
      <Cell faint className="line-clamp-2 max-sm:hidden" title={protections}>
        {protections || '–'}
      </Cell>
      <Cell end className="max-sm:hidden">
        {number(share.views)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {most ? t`${downloads} of ${most}` : downloads}
      </Cell>
      <Cell end className={`max-sm:hidden ${end.soon ? 'font-medium text-warn' : 'text-ink-soft'}`}>
        {end.word}
      </Cell>
      <Cell className="truncate text-small text-ink-soft max-sm:col-start-1 max-sm:row-start-3 max-sm:ps-6.5 sm:hidden">
        {[counts.views, counts.downloads, protections].filter(Boolean).join(', ')}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
        <RowActions share={share} />
      </Cell>
    </Row>
  )
}
