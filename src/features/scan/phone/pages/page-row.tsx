import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from 'lucide-react'
import type { ErrorCode } from '../../../../api/errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { HeadButton } from '../head-button.tsx'
import type { Scan } from '../use-scan.ts'
import { PageThumb } from './page-thumb.tsx'
import type { PhonePage } from './phone-page.ts'
import { useStateLabels } from './use-state-labels.ts'

type PageRowProps = {
  scan: Scan
  page: PhonePage
  onOpen: () => void
  onMove: (to: number) => void
}

/** A page in the list: its state and its actions. */
export function PageRow({ scan, page, onOpen, onMove }: PageRowProps) {
  const { t, i18n } = useLingui()
  const stateOf = useStateLabels()
  const { number, failure, page_id } = page
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line py-2 ps-4 pe-1">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 basis-32 items-center gap-3 rounded-control text-start focus-inset"
      >
        <PageThumb token={scan.token} page={page} />
        <span className="min-w-0">
          <span className="block font-medium text-ink">
            <Trans>Page {number}</Trans>
          </span>
          <span className={failure ? 'block text-small text-bad' : 'block text-small text-ink-soft'}>
            {stateOf(page)}
          </span>
        </span>
      </button>
      <span className="ms-auto flex">
        <HeadButton
          label={t`Move page ${number} earlier`}
          icon={ArrowUpIcon}
          disabled={number === 1}
          onClick={() => onMove(number - 2)}
        />
        <HeadButton
          label={t`Move page ${number} later`}
          icon={ArrowDownIcon}
          disabled={number === scan.pages.length}
          onClick={() => onMove(number)}
        />
        <HeadButton
          label={t`Delete page ${number}`}
          icon={Trash2Icon}
          onClick={() => void scan.remove(page)}
        />
      </span>
      {failure && (
        <p className="flex basis-full flex-wrap items-center gap-3 pe-3 pb-1 text-small text-bad">
          <span className="min-w-0 flex-1 basis-40">{failureLabels(i18n, failure)}</span>
          <Button size={28} onClick={() => void scan.retry(page_id)}>
            <Trans>Retry</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

/** Why a photo was refused, and what to do. */
function failureLabels(i18n: I18n, code: ErrorCode): string {
  switch (code) {
    case 'file_too_large':
    case 'body_too_large':
      return i18n._(msg`The photo is larger than 25 MB. Retake it at a lower resolution.`)
    case 'unsupported_source':
    case 'unsupported_media_type':
      return i18n._(msg`The file isn’t a JPEG, PNG, WebP or HEIC image. Retake the page.`)
    case 'inspection_failed':
    case 'file_empty':
      return i18n._(msg`The image couldn’t be read. Retake the page.`)
    case 'malicious_file':
      return i18n._(msg`The malware scanner rejected the file. Delete this page.`)
    case 'limit_reached':
      return i18n._(msg`The session has reached the limit of 200 pages. Delete pages, then retry.`)
    case 'scan_page_conflict':
      return i18n._(msg`The desk already has a photo of this page. Retry to add this one as a new page.`)
    case 'upload_incomplete':
      return i18n._(msg`The photo was damaged during upload. Retry.`)
    default:
      return i18n._(msg`The server rejected the photo. Retry or retake the page.`)
  }
}
