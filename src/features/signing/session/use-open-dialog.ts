import { useAddressDialog } from '../../../lib/use-address-dialog.ts'

/** The dialogs for a request, a recipient or a template. */
const DIALOGS = ['extend', 'void', 'keep', 'change', 'use'] as const

export const useOpenDialog = () => useAddressDialog(DIALOGS)
