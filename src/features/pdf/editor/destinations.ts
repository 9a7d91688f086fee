import { useLingui } from '@lingui/react/macro'
import {
  DownloadIcon,
  HardDriveIcon,
  Link2Icon,
  type LucideIcon,
  ReplaceIcon,
  SignatureIcon,
} from 'lucide-react'
import type { SaveAs } from './use-save.tsx'

export interface Destination {
  value: SaveAs
  /** The label in the list of destinations. */
  label: string
  /** The button's label. */
  verb: string
  /** The button's label while saving. */
  working: string
  icon: LucideIcon
}

/**
 * The destinations of a PDF. Only accounts have storage, and only a stored file can be replaced.
 */
export function useDestinations(signedIn: boolean, stored: boolean): Destination[] {
  const { t } = useLingui()
  const saving = t`Saving`
  const download: Destination = {
    value: 'download',
    label: t`Download`,
    verb: t`Download`,
    working: saving,
    icon: DownloadIcon,
  }
  if (!signedIn) return [download]
  return [
    {
      value: 'storage',
      label: t`New file in Storage`,
      verb: t`Save to Storage`,
      working: saving,
      icon: HardDriveIcon,
    },
    ...(stored
      ? [
          {
            value: 'replace' as const,
            label: t`New version of this file`,
            verb: t`Save as new version`,
            working: saving,
            icon: ReplaceIcon,
          },
        ]
      : []),
    download,
    { value: 'share', label: t`Share link`, verb: t`Save and share`, working: saving, icon: Link2Icon },
    {
      value: 'sign',
      label: t`Signature request`,
      verb: t`Send for signature`,
      working: t`Creating request`,
      icon: SignatureIcon,
    },
  ]
}
