/** What a link is made of: a stored file, or what a conversion made. */
export type ShareTarget = { fileId: string } | { conversionId: string }

export interface ShareDialogProps {
  target: ShareTarget
  /** The file's name, which the public page has for a title until another is given. */
  name: string
  /** Until when a conversion's result is kept: the link ends with it. */
  expiresAt?: string | null | undefined
  open: boolean
  onClose: () => void
}
