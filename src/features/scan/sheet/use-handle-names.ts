import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Point } from './types.ts'
import type { Handle } from './use-quad-drag.ts'

/** What a handle is called, with where it is: "Top left corner, 12% from the left, 8% from the top". */
export function useHandleNames(): (handle: Handle, place: Point) => string {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const corners = [t`Top left corner`, t`Top right corner`, t`Bottom right corner`, t`Bottom left corner`]
    const edges = [t`Top edge`, t`Right edge`, t`Bottom edge`, t`Left edge`]
    const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
    return ({ kind, at }, [x, y]) => {
      const name = (kind === 'corner' ? corners : edges)[at & 3] ?? ''
      const left = percent.format(x)
      const top = percent.format(y)
      if (kind === 'corner') return t`${name}, ${left} from the left, ${top} from the top`
      return at % 2 === 0 ? t`${name}, ${top} from the top` : t`${name}, ${left} from the left`
    }
  }, [t, i18n.locale])
}
