import { setActingFor } from '../../../api/client.ts'
import { forgetActing, useActing } from '../../../stores/acting.ts'
import { onSignOut } from '../../../stores/sign-out.ts'

/** From now on every request names the account that this tab acts for. Called once, at startup. */
export function startActing(): void {
  setActingFor(() => useActing.getState().id)
  onSignOut(forgetActing)
}
