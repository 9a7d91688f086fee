export { CompactPreview } from './compact.tsx'
export { LocalPreview } from './local.tsx'
export { Preview } from './preview.tsx'
export { StoredPreview } from './stored.tsx'
