import { useLingui } from '@lingui/react/macro'
import { Note, type ViewProps, Waiting } from '../parts.tsx'
import { useFontFace } from './use-font-face.ts'
import { Waterfall } from './waterfall.tsx'

const LETTERS = 'AaBbCcDdEeFfGg 0123456789'

/** A sample of a font without metadata. */
export function Typed({ side }: ViewProps) {
  const { t } = useLingui()
  const face = useFontFace(side)
  if (face.state === 'loading') return <Waiting />
  if (face.state !== 'ready')
    return <Note title={t`This browser can’t display it`}>{t`It may be damaged or unsupported.`}</Note>
  const style = { fontFamily: `"${face.family}"` }
  return (
    <>
      <p aria-hidden="true" className="px-4 pt-6 text-[96px]/none" style={style}>
        Ag
      </p>
      <Waterfall text={LETTERS} style={style} />
    </>
  )
}
