export { LocalPreview } from './local.tsx'
export { Preview } from './preview.tsx'
