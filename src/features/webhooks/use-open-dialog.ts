import { useAddressDialog } from '../../lib/use-address-dialog.ts'

/** The dialogs of a webhook. The value of `recover` is the suggested time. */
const DIALOGS = ['edit', 'rotate', 'recover'] as const

export const useOpenDialog = () => useAddressDialog(DIALOGS)
