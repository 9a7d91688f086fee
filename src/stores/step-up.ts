import { create } from 'zustand'

/** A sensitive act that waits until somebody has shown who they are. */
export interface StepUp {
  /** The operation's name. */
  act: string
  methods: readonly string[]
  settle: (confirmed: boolean) => void
}

export const useStepUp = create<{ question: StepUp | null }>(() => ({ question: null }))

/** Asks, and answers whether they confirmed. The dialog stands once, in the shell. */
export const requestStepUp = (act: string, methods: readonly string[]): Promise<boolean> =>
  new Promise((settle) => useStepUp.setState({ question: { act, methods, settle } }))

export function settleStepUp(confirmed: boolean): void {
  const { question } = useStepUp.getState()
  useStepUp.setState({ question: null })
  question?.settle(confirmed)
}
