export { PageRoot } from './page-root.tsx'
export type { ReaderProps } from './reader-props.ts'
export { firstView, type View } from './view.ts'
