import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, PanelLeftIcon, PrinterIcon, SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PdfFind, type PdfHandle } from '../../pdf/viewer/index.ts'
import type { Taking } from './use-take.ts'

type HeadProps = {
  name: string
  bytes: number
  pages: number
  handle: PdfHandle
  /** Whether the file is loaded. */
  open: boolean
  /** Whether a search field and labels fit. */
  wide: boolean
  panel: boolean
  onBeside: () => void
  finding: boolean
  onFinding: () => void
  taking: Taking
  onClose: () => void
}

/** The file's name, and its actions. */
export function Head(props: HeadProps) {
  const { name, bytes, pages, handle, open, wide, panel, onBeside, finding, onFinding, taking, onClose } =
    props
  const { t, i18n } = useLingui()
  const size = formatBytes(bytes, i18n.locale)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className="flex min-h-(--size-top) flex-none items-center gap-1 border-b border-line-strong bg-surface px-2 md:gap-1.5 md:px-3">
      <IconButton size={32} name={t`Close`} icon={XIcon} hotkey="Esc" onClick={onClose} />
      <div className="me-1 min-w-0 flex-1 ps-1">
        <h1 ref={heading} tabIndex={-1} className="font-medium outline-none">
          <FileName name={name} />
        </h1>
        <p aria-live="polite" className="truncate text-small text-ink-soft">
          {pages === 0
            ? size
            : wide
              ? t({ message: plural(pages, { one: `# page, ${size}`, other: `# pages, ${size}` }) })
              : t({ message: plural(pages, { one: '# page', other: '# pages' }) })}
        </p>
      </div>
      {wide ? (
        <PdfFind handle={handle} className="min-w-28 justify-end" />
      ) : (
        <IconButton
          size={32}
          name={t`Find in file`}
          icon={SearchIcon}
          on={finding}
          disabled={!open}
          onClick={onFinding}
        />
      )}
      <IconButton
        size={32}
        name={t`Contents`}
        icon={PanelLeftIcon}
        on={panel}
        disabled={!open}
        onClick={onBeside}
      />
      {wide && (
        <IconButton
          size={32}
          name={t`Print`}
          icon={PrinterIcon}
          disabled={!open}
          onClick={() => handle.print()}
        />
      )}
      {wide ? (
        <Button
          variant="primary"
          icon={DownloadIcon}
          className="ms-1"
          working={taking.working}
          verb={t`Preparing`}
          onClick={taking.press}
        >
          {t`Download`}
        </Button>
      ) : (
        <IconButton size={32} name={t`Download`} icon={DownloadIcon} onClick={taking.press} />
      )}
    </header>
  )
}
