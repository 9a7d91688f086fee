import { setStepUpHandler } from '../../../api/client.ts'
import { requestStepUp } from '../../../stores/step-up.ts'

/**
 * From now on sensitive operations open the shell's dialog, and continue after the confirmation.
 */
export const startStepUp = (): void => setStepUpHandler(requestStepUp)
