import { useAddressDialog } from '../../lib/use-address-dialog.ts'

/** The dialogs over a webhook. The value of `recover` is the time that is proposed. */
const DIALOGS = ['edit', 'rotate', 'recover'] as const

export const useOpenDialog = () => useAddressDialog(DIALOGS)
