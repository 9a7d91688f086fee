export { ShareDialog } from './share-dialog.tsx'
export type { ShareDialogProps, ShareTarget } from './target.ts'
