import { useLingui } from '@lingui/react/macro'
import { thumbnailUrl } from '../../api/preview.ts'
import { formatLabel } from '../../lib/format-label.ts'
import type { ViewProps } from './parts.tsx'
import type { Side } from './sides.ts'

/** The server's thumbnail, for formats that browsers cannot display. */
export const ThumbnailView = ({ side, id }: ViewProps) => (
  <ServerThumbnail side={side} src={thumbnailUrl(id)} />
)

export function ServerThumbnail({ side, src }: { side: Side; src: string }) {
  const { t } = useLingui()
  const { name } = side
  const format = formatLabel(side.format)
  return (
    <div className="flex h-full flex-col">
      <div className="grid min-h-64 grow place-items-center bg-sunk p-4">
        <img
          src={src}
          alt={t`${name}, preview from the server`}
          className="checkered max-h-[28rem] max-w-full object-contain"
        />
      </div>
      <p className="border-t border-line px-4 py-2 text-small text-ink-soft">
        {t`Reduced preview: browsers can’t display ${format}.`}
      </p>
    </div>
  )
}
