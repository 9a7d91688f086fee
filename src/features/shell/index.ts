export { PageTop } from './page-top.tsx'
export { Shell } from './shell.tsx'
export { openPalette } from './shell-store.ts'
