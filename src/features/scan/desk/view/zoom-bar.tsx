import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronUpIcon, ZoomInIcon, ZoomOutIcon } from 'lucide-react'
import { formatZoom } from '../../../../lib/format-zoom.ts'
import { useHotkeys } from '../../../../lib/use-hotkeys.ts'
import { ViewBar, ViewBarButton, ViewBarFigure, ViewBarLine } from '../../../../ui/view-bar.tsx'
import type { useStage } from './use-stage.ts'

export interface ZoomBarProps {
  position: number
  count: number
  /** Moves by this number of pages. */
  onStep: (by: number) => void
  stage: ReturnType<typeof useStage>
}

/** The current page and zoom. */
export function ZoomBar({ position, count, onStep, stage }: ZoomBarProps) {
  const { t, i18n } = useLingui()
  useHotkeys({
    arrowup: () => onStep(-1),
    arrowdown: () => onStep(1),
    pageup: () => onStep(-1),
    pagedown: () => onStep(1),
    '+': () => stage.zoom(true),
    '=': () => stage.zoom(true),
    '-': () => stage.zoom(false),
    '0': stage.fit,
  })
  return (
    <ViewBar label={t`Page and zoom`}>
      <ViewBarButton
        name={t`Previous page`}
        icon={ChevronUpIcon}
        hotkey="↑"
        disabled={position <= 1}
        onClick={() => onStep(-1)}
      />
      <ViewBarFigure live>{t`Page ${position} of ${count}`}</ViewBarFigure>
      <ViewBarButton
        name={t`Next page`}
        icon={ChevronDownIcon}
        hotkey="↓"
        disabled={position >= count}
        onClick={() => onStep(1)}
      />
      <ViewBarLine />
      <ViewBarButton name={t`Zoom out`} icon={ZoomOutIcon} hotkey="-" onClick={() => stage.zoom(false)} />
      <ViewBarFigure>{formatZoom(stage.scale, i18n.locale)}</ViewBarFigure>
      <ViewBarButton name={t`Zoom in`} icon={ZoomInIcon} hotkey="+" onClick={() => stage.zoom(true)} />
      <ViewBarButton name={t`Fit page`} on={stage.isFit} spare onClick={stage.fit} />
    </ViewBar>
  )
}
