import { useLingui } from '@lingui/react/macro'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { FontSpecimen } from '../../preview/index.ts'
import { CropPanel, type OptionField, type OptionValues } from '../options/index.ts'
import type { ConvertRow } from './rows.ts'

type OptionsPreviewProps = {
  row: ConvertRow
  fields: OptionField[]
  draft: OptionValues
  onChange: (patch: OptionValues) => void
}

/** Whether the crop is shown on the image: the browser displays it, and the operation crops. */
export const cropsImage = ({ file, family }: ConvertRow, fields: readonly OptionField[]): boolean =>
  family === 'image' && file.thumb !== null && file.pixels !== null && has(fields, 'crop_width')

const has = (fields: readonly OptionField[], name: string) => fields.some((field) => field.name === name)

/** A preview for the options: the image with its crop, a font sample, or the file's icon. */
export function OptionsPreview({ row, fields, draft, onChange }: OptionsPreviewProps) {
  const { t, i18n } = useLingui()
  const { file, family, source } = row
  const { thumb, pixels, name } = file
  const size = formatBytes(file.size, i18n.locale)
  if (thumb && pixels && cropsImage(row, fields))
    return (
      <CropPanel
        image={pixels}
        values={draft}
        onChange={onChange}
        turns={has(fields, 'rotate')}
        mirrors={has(fields, 'flip')}
        focuses={has(fields, 'focal_x')}
      >
        <img src={thumb} alt={name} draggable={false} className="checkered size-full" />
      </CropPanel>
    )
  return (
    <figure className="grid gap-3">
      <div className="grid h-56 place-items-center overflow-hidden rounded-mark border border-line bg-sunk max-sm:h-32">
        {family === 'font' && file.file && source ? (
          <FontSpecimen file={file.file} format={source.format} otherwise={<FamilyIcon family={family} />} />
        ) : thumb ? (
          <img src={thumb} alt={name} className="checkered max-h-full max-w-full object-contain" />
        ) : (
          <FamilyIcon family={family} />
        )}
      </div>
      <figcaption className="text-small text-ink-soft">
        {pixels
          ? `${formatNumber(pixels.width, i18n.locale)} × ${formatNumber(pixels.height, i18n.locale)}, ${size}`
          : t`${source?.label ?? ''}, ${size}`}
      </figcaption>
    </figure>
  )
}
