import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../../api/errors.ts'
import { showAnew } from './use-session-actions.ts'

/** What a dialog does to a session. Pressed twice it does it once; where it is refused the page shows how things stand. */
export function useDialogAct<I, O>(act: (input: I) => Promise<O>, done: (output: O) => void) {
  return useMutation<O, ApiError, I>({
    mutationFn: act,
    // Without a network it says so instead of waiting behind the button.
    networkMode: 'always',
    onSuccess: done,
    onError: ({ code }) => {
      if (code === 'signing_misfit') showAnew()
    },
  })
}
