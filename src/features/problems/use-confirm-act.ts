import { useLingui } from '@lingui/react/macro'
import { confirmAct, type Question } from '../../stores/confirm.ts'
import { useProblemLabels } from './use-problem-labels.ts'

/** `run` throws on errors: the dialog then stays open and shows them. */
export type Confirmation = Omit<Question, 'run' | 'keep'> & { keep?: string; run: () => unknown }

/** Asks for a confirmation before an action. */
export function useConfirmAct(): (confirmation: Confirmation) => void {
  const { t } = useLingui()
  const words = useProblemLabels()
  return ({ run, ...question }) =>
    confirmAct({
      keep: t`Cancel`,
      ...question,
      run: async () => {
        try {
          await run()
          return null
        } catch (error) {
          return words(error)
        }
      },
    })
}
