import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/panel.tsx'
import { type Sample, SampleCard } from './sample-card.tsx'

const SAMPLES: readonly Sample[] = [
  {
    name: 'image',
    family: 'image',
    file: 'harbor.jpg',
    about: msg`Photo, 1200 × 800`,
    from: 'JPEG',
    to: 'AVIF',
  },
  {
    name: 'document',
    family: 'document',
    file: 'lease.docx',
    about: msg`Contract with a table`,
    from: 'DOCX',
    to: 'PDF',
  },
  {
    name: 'model',
    family: 'model',
    file: 'gear.stl',
    about: msg`Model, 512 triangles`,
    from: 'STL',
    to: 'GLB',
  },
]

/** Three sample files of the instance that are converted for free, to show a result. */
export function Samples() {
  const { t } = useLingui()
  return (
    <Panel title={t`Try a sample`} note={t`free, takes a few seconds`} flush>
      <ul className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {SAMPLES.map((sample) => (
          <SampleCard key={sample.name} sample={sample} />
        ))}
      </ul>
    </Panel>
  )
}
