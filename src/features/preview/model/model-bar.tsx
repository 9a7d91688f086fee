import { useLingui } from '@lingui/react/macro'
import { ArrowUpFromLineIcon, ContrastIcon, GridIcon, HouseIcon, PauseIcon, RotateCwIcon } from 'lucide-react'
import { ViewBar, ViewBarButton } from '../../../ui/view-bar.tsx'

type ModelBarProps = {
  turning: boolean
  onTurning: (on: boolean) => void
  wire: boolean
  onWire: (on: boolean) => void
  zUp: boolean
  onZUp: (on: boolean) => void
  dark: boolean
  onDark: (on: boolean) => void
  onHome: () => void
}

export function ModelBar({
  turning,
  onTurning,
  wire,
  onWire,
  zUp,
  onZUp,
  dark,
  onDark,
  onHome,
}: ModelBarProps) {
  const { t } = useLingui()
  return (
    <ViewBar label={t`Model`}>
      <ViewBarButton
        name={turning ? t`Stop rotation` : t`Rotate`}
        icon={turning ? PauseIcon : RotateCwIcon}
        onClick={() => onTurning(!turning)}
      />
      <ViewBarButton name={t`Wireframe`} icon={GridIcon} on={wire} onClick={() => onWire(!wire)} />
      <ViewBarButton name={t`Z points up`} icon={ArrowUpFromLineIcon} on={zUp} onClick={() => onZUp(!zUp)} />
      <ViewBarButton name={t`Dark background`} icon={ContrastIcon} on={dark} onClick={() => onDark(!dark)} />
      <ViewBarButton name={t`Reset view`} icon={HouseIcon} hotkey="0" onClick={onHome} />
    </ViewBar>
  )
}
