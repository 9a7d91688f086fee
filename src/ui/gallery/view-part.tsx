import { MinusIcon, PlusIcon, RotateCwIcon } from 'lucide-react'
import { useState } from 'react'
import { ViewBar, ViewBarButton, ViewBarFigure, ViewBarLine } from '../view-bar.tsx'
import { Part } from './part.tsx'

export function ViewPart() {
  const [on, setOn] = useState(true)
  return (
    <Part title="View bar" span={5} flush>
      <div className="checkered relative h-32">
        <ViewBar label="View">
          <ViewBarFigure>Page 4 of 12</ViewBarFigure>
          <ViewBarLine />
          <ViewBarButton name="Zoom out" icon={MinusIcon} disabled />
          <ViewBarFigure>94%</ViewBarFigure>
          <ViewBarButton name="Zoom in" icon={PlusIcon} hotkey="+" />
          <ViewBarButton name="Rotate" icon={RotateCwIcon} on={on} onClick={() => setOn(!on)} />
          <ViewBarButton name="100%" />
        </ViewBar>
      </div>
    </Part>
  )
}
