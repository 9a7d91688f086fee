/** The target of a link: a stored file, or a conversion's result. */
export type ShareTarget = { fileId: string } | { conversionId: string }

export interface ShareDialogProps {
  target: ShareTarget
  /** The file's name, which is the default title of the public page. */
  name: string
  /** When a conversion's result expires, and its link with it. */
  expiresAt?: string | null | undefined
  open: boolean
  onClose: () => void
}
