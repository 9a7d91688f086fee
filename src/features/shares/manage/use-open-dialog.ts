import { useAddressDialog } from '../../../lib/use-address-dialog.ts'

/** The dialogs for a link, or for a new one. */
const DIALOGS = ['new', 'edit', 'link'] as const

export const useOpenDialog = () => useAddressDialog(DIALOGS)
