import { useLingui } from '@lingui/react/macro'
import { EraserIcon } from 'lucide-react'
import type { SignatureMark } from '../../../api/public-signing.ts'
import { PadButton } from './pad-button.tsx'

type KeptProps = { mark: SignatureMark; name: string; label: string; onClear: () => void }

/** What was made before, or elsewhere, in the place of the pad. */
export function Kept({ mark, name, label, onClear }: KeptProps) {
  const { t } = useLingui()
  return (
    <div className="relative h-40 rounded-control border border-control bg-paper">
      <img
        src={`data:image/png;base64,${mark.picture}`}
        alt={label}
        className="absolute inset-x-6 top-4 bottom-8 m-auto max-h-28 max-w-[calc(100%-3rem)] object-contain"
      />
      <bdi className="absolute start-6 end-6 bottom-1.5 truncate text-small text-paper-ink-soft">{name}</bdi>
      <span className="absolute end-1 top-1">
        <PadButton name={t`Replace`} icon={EraserIcon} off={false} onPress={onClear} />
      </span>
    </div>
  )
}
