import { useNavigate } from 'react-router'
import { useLogOut } from '../../api/account.ts'
import { resetFollower } from '../../api/live.ts'
import { paths } from '../../paths.ts'
import { tellSignOut } from '../../stores/sign-out.ts'
import { showToast } from '../../ui/toaster.tsx'
import { forgetFiles } from '../convert/queue/index.ts'
import { useProblemWords } from '../problems/index.ts'

/** Ends the session and clears the account's data for the next user of the browser. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const words = useProblemWords()
  return () =>
    logOut.mutate(undefined, {
      onSuccess: () => {
        resetFollower()
        forgetFiles()
        tellSignOut()
        void navigate(paths.signIn())
      },
      onError: (error) => showToast({ kind: 'error', text: words(error) }),
    })
}
