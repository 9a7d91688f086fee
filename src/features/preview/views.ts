import { type Deferred, deferred } from '../../ui/deferred.tsx'
import type { Kind } from './kinds.ts'
import type { PairProps } from './pair.tsx'
import type { ViewProps } from './parts.tsx'

/** Each viewer's code is loaded on demand: some of it is larger than the page. */
export const VIEWS: Record<Exclude<Kind, 'font'>, Deferred<ViewProps>> = {
  image: deferred(async () => (await import('./image/image-view.tsx')).ImageView),
  pdf: deferred(async () => (await import('./pdf/pdf-view.tsx')).PdfView),
  text: deferred(async () => (await import('./text/text-view.tsx')).TextView),
  table: deferred(async () => (await import('./text/table-view.tsx')).TableView),
  video: deferred(async () => (await import('./media/video-view.tsx')).VideoView),
  audio: deferred(async () => (await import('./media/audio-view.tsx')).AudioView),
  model: deferred(async () => (await import('./model/model-view.tsx')).ModelView),
  zip: deferred(async () => (await import('./zip/zip-view.tsx')).ZipView),
}

/** Preview types with a comparison view for two files. */
export const PAIRS = {
  image: deferred<PairProps>(async () => (await import('./image/image-pair.tsx')).ImagePair),
  font: deferred<PairProps>(async () => (await import('./font/font-page.tsx')).FontPage),
}
