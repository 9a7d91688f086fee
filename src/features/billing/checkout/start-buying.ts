import { setRefusalHandler } from '../../../api/client.ts'
import { needCredits, needOf } from '../../../stores/needed-credits.ts'

/**
 * From now on work that cannot be paid asks for credits, in the dialog that the shell has, and then
 * continues.
 */
export function startBuying(): void {
  setRefusalHandler((error) => {
    const need = needOf(error)
    return need ? needCredits(need) : Promise.resolve(false)
  })
}
