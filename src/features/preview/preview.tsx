import { useLingui } from '@lingui/react/macro'
import { ArchiveXIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pair } from './pair.tsx'
import { Note } from './parts.tsx'
import { sidesOf } from './sides.ts'

/** The URL fragment of the preview. */
const FRAGMENT = '#result'

type PreviewProps = {
  conversion: Conversion
  /** Whether two files do not fit side by side. */
  narrow?: boolean
}

/**
 * The result next to its source. Empty while the conversion runs, and if nothing can be displayed.
 */
export function Preview({ conversion, narrow = false }: PreviewProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const { status, conversion_id: id } = conversion
  const { source, result } = sidesOf(conversion)
  const shown = status === 'completed'
  useEffect(() => {
    if (shown && hash === FRAGMENT) place.current?.scrollIntoView({ block: 'start' })
  }, [shown, hash])
  if (!shown) return null
  const content =
    !source && !result ? (
      <Panel title={t`Preview`}>
        <Note icon={ArchiveXIcon} title={t`The files have expired`}>
          {t`The original and the result are deleted. Details stay here.`}
        </Note>
      </Panel>
    ) : (
      <Pair key={id} source={source} result={result} id={id} family={conversion.family} narrow={narrow} />
    )
  return (
    <div ref={place} id={FRAGMENT.slice(1)} className="min-w-0 scroll-mt-4">
      {content}
    </div>
  )
}
