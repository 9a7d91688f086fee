import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, PlusIcon, RotateCwIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatZoom } from '../../../lib/format-zoom.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { ViewBar, ViewBarButton, ViewBarFigure, ViewBarLine } from '../../../ui/view-bar.tsx'
import { type PdfHandle, useViewer, type Zoom } from './handle.ts'
import { zoomStep } from './scale.ts'

export type PdfBarProps = {
  handle: PdfHandle
  /** Additional buttons, at the end. */
  children?: ReactNode
}

const SIZES = [0.5, 0.75, 1, 1.5, 2, 4]

/** Page, zoom and rotation at the bottom of the viewer. The container is positioned. */
export function Bar({ handle, children }: PdfBarProps) {
  const { t, i18n } = useLingui()
  const page = useViewer(handle, (state) => state.page)
  const pages = useViewer(handle, (state) => state.pages)
  const scale = useViewer(handle, (state) => state.scale)
  const zoom = useViewer(handle, (state) => state.zoom)
  if (pages === 0 || scale === 0) return null
  const size = formatZoom(scale, i18n.locale)
  const entry = (label: string, value: Zoom): MenuEntry => ({
    label,
    checked: zoom === value,
    onChange: () => handle.zoomTo(value),
  })
  return (
    <ViewBar label={t`Pages and zoom`}>
      <ViewBarButton
        name={t`Previous page`}
        spare
        icon={ChevronUpIcon}
        disabled={page <= 1}
        onClick={() => handle.goTo(page - 1)}
      />
      <PageFigure handle={handle} page={page} pages={pages} />
      <ViewBarButton
        name={t`Next page`}
        spare
        icon={ChevronDownIcon}
        disabled={page >= pages}
        onClick={() => handle.goTo(page + 1)}
      />
      <ViewBarLine />
      <ViewBarButton
        name={t`Zoom out`}
        icon={MinusIcon}
        hotkey="−"
        onClick={() => handle.zoomTo(zoomStep(scale, false))}
      />
      <Menu
        side="top"
        align="center"
        trigger={<ViewBarButton name={size} aria-label={t`Zoom: ${size}`} />}
        entries={[
          entry(t`Fit width`, 'width'),
          entry(t`Fit page`, 'page'),
          'line',
          ...SIZES.map((value) => entry(formatZoom(value, i18n.locale), value)),
        ]}
      />
      <ViewBarButton
        name={t`Zoom in`}
        icon={PlusIcon}
        hotkey="+"
        onClick={() => handle.zoomTo(zoomStep(scale, true))}
      />
      <ViewBarLine />
      <ViewBarButton name={t`Rotate view`} icon={RotateCwIcon} hotkey="R" onClick={() => handle.rotate(90)} />
      {children}
    </ViewBar>
  )
}

type PageFigureProps = { handle: PdfHandle; page: number; pages: number }

/** "Page 4 of 12"; a click turns it into an input. */
function PageFigure({ handle, page, pages }: PageFigureProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (wanted >= 1) handle.goTo(Math.min(wanted, pages))
    setTyped(null)
  }
  if (typed === null)
    return (
      <ViewBarFigure live>
        <ViewBarButton name={t`Page ${page} of ${pages}`} onClick={() => setTyped(String(page))} />
      </ViewBarFigure>
    )
  return (
    <form
      className="flex flex-none items-center gap-1.5 px-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <label htmlFor="pdf-page">{t`Page`}</label>
      <input
        id="pdf-page"
        // biome-ignore lint/a11y/noAutofocus: it stands where the button was that asked for it
        autoFocus
        inputMode="numeric"
        autoComplete="off"
        className="h-6 w-12 rounded-mark border border-inverse-line bg-transparent text-center focus-visible:outline-on-inverse touch:h-9 touch:text-[1rem]"
        value={typed}
        maxLength={6}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <span>{t`of ${pages}`}</span>
    </form>
  )
}
