import { useRef, useState } from 'react'
import type { ScanPageSettings } from '../../../../api/public-scan.ts'
import { randomId } from '../../../../lib/random-id.ts'
import type { QuadShares, SheetFinder } from '../../frames/index.ts'
import { isConvex } from '../../sheet/index.ts'
import { preparePhoto } from '../camera/prepare-photo.ts'
import type { PhonePage } from '../pages/phone-page.ts'
import type { Scan } from '../use-scan.ts'

export type Mode = 'page' | 'card' | 'book'

interface Capture {
  scan: Scan
  finder: SheetFinder
  mode: Mode
  /** The page to retake. */
  retake: PhonePage | null
  onCaptured: (page_id: string) => void
}

/** The last live detection, for a photo without a detected sheet. */
interface LiveQuad {
  quad: QuadShares | null
  /** The aspect ratio of the video. */
  ratio: number
}

const PLAIN: ScanPageSettings = { quad: null, rotation: 0, filter: 'clean', layout: 'page' }

/** Turns photos into pages: one at a time, each queued before the next. */
export function useCapture({ scan, finder, mode, retake, onCaptured }: Capture) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isBack, setBack] = useState(false)
  const running = useRef(false)

  async function add(photo: Blob, live: LiveQuad | null): Promise<string> {
    const prepared = await preparePhoto(photo, finder)
    const { quad, width, height, ...file } = prepared
    const isAlike = live && width && height && Math.abs(width / height / live.ratio - 1) < 0.02
    const layout: ScanPageSettings['layout'] =
      mode === 'book' ? 'book' : mode === 'card' && isBack ? 'back' : 'page'
    const settings = retake ? retake.settings : { ...PLAIN, layout }
    const page_id = retake?.page_id ?? randomId()
    const found = quad ?? (isAlike ? live.quad : null)
    await scan.add({
      ...{ page_id, ...file, width, height, replace: retake !== null && retake.listed !== null },
      // A corner outside of the image was clamped to its edge, where three may become collinear.
      settings: { ...settings, quad: found && isConvex(found) ? found : null },
    })
    if (!retake && mode === 'card') setBack(!isBack)
    return page_id
  }
  /** Runs one capture; a press during another one is ignored. */
  async function run(take: () => Promise<string>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      onCaptured(await take())
    } catch (error) {
      setProblem(error)
    }
    running.current = false
    setBusy(false)
  }
  return {
    isBusy,
    problem,
    /** The back of a card is next. */
    isBack: mode === 'card' && isBack,
    resetSide: () => setBack(false),
    capture: (take: () => Promise<Blob>, live: LiveQuad | null) => run(async () => add(await take(), live)),
    addFiles: (files: readonly File[]) =>
      run(async () => {
        let last = ''
        for (const file of retake ? files.slice(0, 1) : files) last = await add(file, null)
        return last
      }),
  }
}
