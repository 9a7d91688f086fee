import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { deferred } from '../../ui/deferred.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Gate } from './gate.tsx'
import { isWebFont } from './kinds.ts'
import { Lazy } from './lazy.tsx'
import { View } from './pair.tsx'
import { Caption, Note, type ViewProps } from './parts.tsx'
import { localSide } from './sides.ts'

const TYPED = deferred<ViewProps>(async () => (await import('./font/typed.tsx')).Typed)

type LocalPreviewProps = {
  /** Null if the file is not on this device. */
  file: File | null
  /** Null if unknown. */
  format: string | null
}

/** The preview of a local file before its conversion: nothing is uploaded. */
export function LocalPreview({ file, format }: LocalPreviewProps) {
  const { t } = useLingui()
  const url = useAddress(file)
  const side = file && format && url ? localSide(file, format, url) : null
  const shown = side && (side.kind === 'font' ? isWebFont(side.format) : side.kind !== null)
  // Waits for the object URL.
  if (file && format && !url) return null
  return (
    <Panel title={t`Preview`} flush>
      {side && shown ? (
        <figure>
          {side.kind === 'font' ? (
            <Gate side={side}>
              <Lazy part={TYPED} given={{ side, id: '' }} />
            </Gate>
          ) : (
            <View side={side} id="" />
          )}
          <figcaption className="border-t border-line px-4 py-2.5">
            <Caption side={side} />
          </figcaption>
        </figure>
      ) : (
        <Note title={t`No preview yet`}>
          {t`After conversion, the result appears here if browsers can display it.`}
        </Note>
      )}
    </Panel>
  )
}

/** The file's object URL, while mounted. */
function useAddress(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
