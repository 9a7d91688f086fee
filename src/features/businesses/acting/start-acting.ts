import { setActingFor } from '../../../api/client.ts'
import { forgetActing, useActing } from '../../../stores/acting.ts'
import { onSignOut } from '../../../stores/sign-out.ts'

/** Every request says from now on for whom this tab acts. Called once, at the start. */
export function startActing(): void {
  setActingFor(() => useActing.getState().id)
  onSignOut(forgetActing)
}
