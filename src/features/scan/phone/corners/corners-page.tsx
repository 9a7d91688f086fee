import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftIcon, RotateCwIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import type { ScanPageSettings } from '../../../../api/public-scan.ts'
import { Button } from '../../../../ui/button.tsx'
import { sayError } from '../../../public-page/index.ts'
import { CornerEditor } from '../../sheet/index.ts'
import { HeadButton } from '../head-button.tsx'
import { PageHead } from '../page-head.tsx'
import type { PhonePage } from '../pages/phone-page.ts'
import { choose, useScanChoices } from '../settings.ts'
import { Toggle } from '../toggle.tsx'
import type { Scan } from '../use-scan.ts'
import { FilterStrip } from './filter-strip.tsx'
import { usePhoto } from './use-photo.ts'

type CornersPageProps = {
  scan: Scan
  page: PhonePage
  onClose: () => void
  onRetake: () => void
}

const TURNED: Record<ScanPageSettings['rotation'], ScanPageSettings['rotation']> = {
  0: 90,
  90: 180,
  180: 270,
  270: 0,
}

/** The width at which the photo fits, with space for the handles of corners at its edge. */
const fitted = (ratio: number) => `min(100cqw - 28px, (100cqh - 28px) * ${ratio})`

/** Corners, rotation and filter of a page. Changes apply once the page is saved. */
export function CornersPage({ scan, page, onClose, onRetake }: CornersPageProps) {
  const { t, i18n } = useLingui()
  const { asksEach } = useScanChoices()
  const [changed, setChanged] = useState<ScanPageSettings | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [round, setRound] = useState(0)
  const photo = usePhoto(scan.token, page, round)
  const settings = changed ?? page.settings
  const { number } = page
  const change = (next: Partial<ScanPageSettings>) => setChanged({ ...settings, ...next })

  async function keep() {
    if (!changed) return onClose()
    setSaving(true)
    setProblem(null)
    try {
      await scan.save(page, changed)
      onClose()
    } catch (error) {
      setProblem(error)
      setSaving(false)
    }
  }
  return (
    <div className="scan-cover scan-split">
      <PageHead
        isFocused
        leading={
          <HeadButton
            label={changed ? t`Back without saving` : t`Back`}
            icon={ArrowLeftIcon}
            onClick={onClose}
          />
        }
        title={<Trans>Page {number}</Trans>}
        line={photo.status === 'ready' && <Trans>Drag each corner to the edge of the page</Trans>}
      >
        <HeadButton
          label={t`Rotate`}
          icon={RotateCwIcon}
          onClick={() => change({ rotation: TURNED[settings.rotation] })}
        />
        <HeadButton
          label={t`Delete page`}
          icon={Trash2Icon}
          onClick={() => {
            void scan.remove(page)
            onClose()
          }}
        />
      </PageHead>
      <main className="scan-photo">
        {photo.status === 'ready' && (
          <div style={{ width: fitted(photo.width / photo.height) }}>
            <CornerEditor
              imageUrl={photo.url}
              width={photo.width}
              height={photo.height}
              quad={settings.quad}
              onChange={(quad) => change({ quad })}
              onDone={(quad) => change({ quad })}
              label={t`Corners of page ${number}`}
            />
          </div>
        )}
        {photo.status === 'unreadable' && (
          <p className="max-w-72 text-center text-ink-soft">
            <Trans>This browser can’t display the photo. Set the corners at the desk.</Trans>
          </p>
        )}
        {photo.status === 'failed' && (
          <div className="flex max-w-72 flex-col items-center gap-3 text-center text-ink-soft">
            <p role="alert">{sayError(i18n, photo.error)}</p>
            <Button onClick={() => setRound(round + 1)}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        )}
      </main>
      <footer className="scan-foot flex flex-col gap-3 overflow-y-auto p-4">
        <FilterStrip
          small={photo.status === 'ready' ? photo.small : null}
          settings={settings}
          onChange={(filter) => change({ filter })}
        />
        <div role="alert">{problem !== null && <p className="text-bad">{sayError(i18n, problem)}</p>}</div>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)] gap-2">
          <Button size={36} className="min-h-12" onClick={onRetake}>
            <Trans>Retake</Trans>
          </Button>
          <Button
            variant="primary"
            size={36}
            className="min-h-12"
            working={isSaving}
            verb={t`Saving`}
            onClick={() => void keep()}
          >
            <Trans>Save page</Trans>
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Toggle isOn={asksEach} onChange={(isOn) => choose({ asksEach: isOn })}>
            <Trans>Review each page</Trans>
          </Toggle>
          <p className="text-ink-soft">
            <Plural value={scan.pages.length} one="# page saved" other="# pages saved" />
          </p>
        </div>
      </footer>
    </div>
  )
}
