import { setStepUpHandler } from '../../../api/client.ts'
import { requestStepUp } from '../../../stores/step-up.ts'

/**
 * From now on a sensitive act asks, in the dialog that the shell has, and then goes on by itself.
 */
export const startStepUp = (): void => setStepUpHandler(requestStepUp)
