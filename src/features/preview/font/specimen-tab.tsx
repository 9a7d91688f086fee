import { useLingui } from '@lingui/react/macro'
import { RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import type { FontFacts } from '../../../api/preview.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Note, useSideName, Waiting } from '../parts.tsx'
import { Axes } from './axes.tsx'
import { FeatureToggles } from './feature-toggles.tsx'
import type { Thumbnail } from './font-page.tsx'
import { LabelledSlider } from './labelled-slider.tsx'
import { samplesOf } from './sample.ts'
import { AS_IT_IS, type Setting, styleOf } from './setting.ts'
import { Waterfall } from './waterfall.tsx'

type SpecimenTabProps = {
  facts: FontFacts
  drawn: Thumbnail[]
  setting: Setting
  onSetting: (setting: Setting) => void
}

/** The user's text in the font; result and source are stacked with the same settings. */
export function SpecimenTab({ facts, drawn, setting, onSetting }: SpecimenTabProps) {
  const { t } = useLingui()
  const name = useSideName()
  const samples = samplesOf(facts)
  const [own, setOwn] = useState<string | null>(null)
  const [script, setScript] = useState(samples[0]?.script ?? '')
  const [size, setSize] = useState(48)
  const text = own ?? samples.find((sample) => sample.script === script)?.text ?? ''
  const touched = setting !== AS_IT_IS

  if (drawn.length === 0)
    return (
      <Note title={t`Browsers can’t display this font`}>{t`Convert it to WOFF2 to preview it here.`}</Note>
    )
  return (
    <div className="grid @2xl:grid-cols-[minmax(0,1fr)_248px] @2xl:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        {drawn.map(({ side, face }, index) => (
          <div key={side.which} className="border-b border-line px-4 pt-3 pb-4">
            {drawn.length > 1 && <p className="mb-1 text-small text-ink-soft">{name(side)}</p>}
            {face.state === 'failed' ? (
              <Note
                title={t`This browser rejected the font`}
              >{t`One of its tables may be damaged. See the other tabs for details.`}</Note>
            ) : face.state !== 'ready' ? (
              <Waiting className="h-24" />
            ) : index === 0 ? (
              <textarea
                aria-label={t`Sample text`}
                dir="auto"
                spellCheck={false}
                rows={1}
                value={text}
                onChange={(event) => setOwn(event.target.value)}
                data-specimen={face.family}
                className="field-sizing-content block max-h-96 w-full resize-none rounded-mark outline-offset-4"
                style={{ ...styleOf(face.family, setting), fontSize: size, lineHeight: 1.25 }}
              />
            ) : (
              <p
                dir="auto"
                aria-hidden="true"
                className="max-h-96 overflow-hidden break-words whitespace-pre-wrap"
                style={{ ...styleOf(face.family, setting), fontSize: size, lineHeight: 1.25 }}
              >
                {text}
              </p>
            )}
          </div>
        ))}
      </div>
      <div className="grid content-start gap-4 border-line p-4 @max-2xl:border-b @2xl:col-start-2 @2xl:row-span-2 @2xl:row-start-1 @2xl:border-s">
        <LabelledSlider label={t`Size`} min={8} max={200} value={size} onChange={setSize} />
        {samples.length > 1 && (
          <Field label={t`Sample`}>
            <Select
              size={28}
              options={samples.map(({ script }) => ({
                value: script,
                label: script === '' ? t`Own characters` : script,
              }))}
              value={own === null ? script : null}
              placeholder={t`Custom text`}
              onChange={(next) => {
                setOwn(null)
                setScript(next)
              }}
            />
          </Field>
        )}
        <Axes facts={facts} setting={setting} onSetting={onSetting} />
        <FeatureToggles facts={facts} setting={setting} onSetting={onSetting} />
        {(touched || own !== null) && (
          <Button
            size={28}
            variant="ghost"
            icon={RotateCcwIcon}
            className="justify-self-start"
            onClick={() => {
              setOwn(null)
              onSetting(AS_IT_IS)
            }}
          >
            {t`Reset`}
          </Button>
        )}
      </div>
      <div className="min-w-0">
        {drawn[0]?.face.state === 'ready' && (
          <Waterfall text={text} style={styleOf(drawn[0].face.family, setting)} />
        )}
      </div>
    </div>
  )
}
