import { Trans, useLingui } from '@lingui/react/macro'
import { FlipHorizontal2Icon, FlipVertical2Icon, RotateCcwIcon, RotateCwIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../../lib/format-number.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import type { OptionValues } from '../options-schema.ts'
import { UnitInput } from '../unit-input.tsx'
import { CropBox } from './crop-box.tsx'
import { cropOf, inside, optionsOf, type Size, withRatio } from './crop-math.ts'
import { CENTER, focalOf, focalOptions, visibleArea } from './focal-math.ts'
import { FocalPoint } from './focal-point.tsx'

type CropPanelProps = {
  image: Size
  values: OptionValues
  onChange: (patch: OptionValues) => void
  /** Whether the operation also rotates and flips. */
  turns: boolean
  mirrors: boolean
  /** Whether it can crop around a focal point. */
  focuses: boolean
  children: ReactNode
}

type Ratio = 'free' | '4:3' | '1:1' | '16:9'
const RATIOS: Record<Ratio, number | null> = { free: null, '4:3': 4 / 3, '1:1': 1, '16:9': 16 / 9 }

/** The image with its crop, by drag, keyboard or number inputs, and its rotation afterwards. */
export function CropPanel({ image, values, onChange, turns, mirrors, focuses, children }: CropPanelProps) {
  const { t, i18n } = useLingui()
  const [ratio, setRatio] = useState<Ratio>('free')
  const crop = cropOf(values, image)
  const turned = typeof values.rotate === 'number' ? values.rotate : 0
  const give = (next: typeof crop) => onChange(optionsOf(next, image))
  const type = (part: 'x' | 'y' | 'width' | 'height') => (value: number | undefined) =>
    give(inside({ ...crop, [part]: value ?? (part === 'x' || part === 'y' ? 0 : image[part]) }, image))
  const turn = (by: number) => onChange({ rotate: (turned + by + 360) % 360 })
  const kept = focuses ? visibleArea(values, image, crop) : null
  const focal = focalOf(values)
  const [width, height] = [formatNumber(crop.width, i18n.locale), formatNumber(crop.height, i18n.locale)]

  return (
    <section aria-label={t`Crop`} className="grid gap-3">
      <header className="flex items-baseline justify-between gap-2">
        <h3 className="font-strong">
          <Trans>Crop</Trans>
        </h3>
        <span className="mono text-small text-ink-soft">
          {width} × {height} px
        </span>
      </header>
      <CropBox
        image={image}
        crop={crop}
        ratio={RATIOS[ratio]}
        onChange={give}
        overlay={
          kept && (
            <FocalPoint
              image={image}
              focal={focal}
              kept={kept}
              onChange={(next) => onChange(focalOptions(next))}
            />
          )
        }
      >
        {children}
      </CropBox>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label={t`Proportions`}
          size={24}
          options={[
            { value: 'free' as const, label: t`Free` },
            { value: '4:3' as const, label: '4:3' },
            { value: '1:1' as const, label: '1:1' },
            { value: '16:9' as const, label: '16:9' },
          ]}
          value={ratio}
          onChange={(next) => {
            setRatio(next)
            const wanted = RATIOS[next]
            if (wanted !== null) give(withRatio(crop, wanted, image))
          }}
        />
        <span className="flex">
          {turns && (
            <>
              <IconButton name={t`Rotate counterclockwise`} icon={RotateCcwIcon} onClick={() => turn(-90)} />
              <IconButton name={t`Rotate clockwise`} icon={RotateCwIcon} onClick={() => turn(90)} />
            </>
          )}
          {mirrors && (
            <>
              <IconButton
                name={t`Flip vertical`}
                icon={FlipVertical2Icon}
                on={values.flip === true}
                onClick={() => onChange({ flip: values.flip !== true })}
              />
              <IconButton
                name={t`Flip horizontal`}
                icon={FlipHorizontal2Icon}
                on={values.flop === true}
                onClick={() => onChange({ flop: values.flop !== true })}
              />
            </>
          )}
        </span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <UnitInput
          aria-label={t`Crop X`}
          unit={t`px left`}
          settles
          min={0}
          value={crop.x}
          onChange={type('x')}
        />
        <UnitInput
          aria-label={t`Crop Y`}
          unit={t`px top`}
          settles
          min={0}
          value={crop.y}
          onChange={type('y')}
        />
        <UnitInput
          aria-label={t`Crop width`}
          unit={t`px wide`}
          settles
          min={1}
          value={crop.width}
          onChange={type('width')}
        />
        <UnitInput
          aria-label={t`Crop height`}
          unit={t`px high`}
          settles
          min={1}
          value={crop.height}
          onChange={type('height')}
        />
      </div>
      <p className="text-small text-ink-soft">
        {turned === 0
          ? t`Drag the frame or its corners. Arrow keys move it, with Alt they resize it.`
          : t`After the crop the image is rotated ${turned}° clockwise.`}
      </p>
      {kept && (
        <p className="text-small text-ink-soft">
          <Trans>
            The circle is the focal point. It stays in view when the image is cut to the dashed frame.
          </Trans>{' '}
          {(focal.x !== CENTER.x || focal.y !== CENTER.y) && (
            <TextButton onClick={() => onChange(focalOptions(CENTER))}>
              <Trans>Center</Trans>
            </TextButton>
          )}
        </p>
      )}
    </section>
  )
}
