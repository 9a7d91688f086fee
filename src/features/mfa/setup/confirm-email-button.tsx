import { useLingui } from '@lingui/react/macro'
import { useSendVerification } from '../../../api/account.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Sends the link that confirms the address. */
export function ConfirmEmailButton({ variant, email }: { variant: 'primary' | 'second'; email: string }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutate, isPending, isSuccess } = useSendVerification()
  const send = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ text: t`We sent a link to ${email}. Open it to confirm the address.` }),
      onError: (error) => showToast({ kind: 'error', text: words(error) }),
    })
  return (
    <Button
      size={28}
      variant={isSuccess ? 'second' : variant}
      onClick={send}
      working={isPending}
      verb={t`Sending`}
    >
      {isSuccess ? t`Send again` : t`Confirm`}
    </Button>
  )
}
