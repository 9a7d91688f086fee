export { PageRoot, type PageRootProps } from './page-root.tsx'
export type { ReaderProps } from './reader-props.ts'
export { firstView } from './view.ts'
