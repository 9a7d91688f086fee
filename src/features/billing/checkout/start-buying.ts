import { setRefusalHandler } from '../../../api/client.ts'
import { needCredits, needOf } from '../../../stores/needed-credits.ts'

/** From now on requests without enough credits open the shell's dialog, and continue afterwards. */
export function startBuying(): void {
  setRefusalHandler((error) => {
    const need = needOf(error)
    return need ? needCredits(need) : Promise.resolve(false)
  })
}
