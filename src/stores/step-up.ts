import { create } from 'zustand'

/** A sensitive operation that waits for step-up authentication. */
export interface StepUp {
  /** The operation's name. */
  act: string
  methods: readonly string[]
  settle: (confirmed: boolean) => void
}

export const useStepUp = create<{ question: StepUp | null }>(() => ({ question: null }))

/** Opens the dialog and resolves to whether the user confirmed. The shell renders it once. */
export const requestStepUp = (act: string, methods: readonly string[]): Promise<boolean> =>
  new Promise((settle) => useStepUp.setState({ question: { act, methods, settle } }))

export function settleStepUp(confirmed: boolean): void {
  const { question } = useStepUp.getState()
  useStepUp.setState({ question: null })
  question?.settle(confirmed)
}
