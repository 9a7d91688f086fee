import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Share } from '../../../api/shares.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDateTime, formatMomentLine } from '../../../lib/format-date.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { paths } from '../../../paths.ts'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { STATE_STATUS, useCounts, useProtections, useStateSentence, useStateWord } from './labels.ts'

/** The state of the link, with the sender's message. */
export function Standing({ share }: { share: Share }) {
  const { file, message, state } = share
  const counts = useCounts()(share)
  const sentence = useStateSentence()(share)
  const stateWord = useStateWord()(share)
  const family = file.family === 'other' ? null : file.family
  return (
    <Panel>
      <div className="flex items-start gap-3" data-family={family ?? undefined}>
        <FamilyIcon family={family} />
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <FileName name={file.file_name} strong />
            <StatusWord status={STATE_STATUS[state]}>{stateWord}</StatusWord>
          </p>
          <p className="text-ink-soft">
            {sentence} {counts.views}, {counts.downloads}.
          </p>
          {message && (
            <p
              className="mt-2 border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line"
              translate="no"
            >
              {message}
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** The link's protections and dates. */
export function Facts({ share }: { share: Share }) {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  const moment = (at: string | null) => (at ? formatMomentLine(new Date(at), style) : '')
  const { file, conversion_id } = share
  const protections = useProtections()(share).join(', ')
  const facts: Fact[] = [
    { name: t`Format`, value: file.format ? formatLabel(file.format) : '' },
    { name: t`Size`, value: formatBytes(file.file_size_bytes, i18n.locale) },
    { name: t`Protection`, value: protections || t`None` },
    { name: t`Notify on download`, value: share.notify ? t`Yes` : t`No` },
    {
      name: t`Expires`,
      value: share.expires_at ? formatDateTime(new Date(share.expires_at), style) : t`Never`,
    },
    { name: t`Last viewed`, value: moment(share.last_viewed_at) },
    { name: t`Last download`, value: moment(share.last_downloaded_at) },
    { name: t`Created`, value: moment(share.created_at) },
    { name: t`Revoked`, value: moment(share.revoked_at) },
    { name: t`ID`, value: share.link_id, mono: true },
    { name: 'SHA-256', value: file.sha256, mono: true },
  ]
  return (
    <Panel
      title={t`Details`}
      foot={
        conversion_id && (
          <Link className="link" to={paths.conversion(conversion_id)}>
            {t`View conversion`}
          </Link>
        )
      }
    >
      <FactList facts={facts} />
    </Panel>
  )
}
