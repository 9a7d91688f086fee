import { create } from 'zustand'

/** What is asked before something goes for good. */
export interface Question {
  title: string
  body: string
  /** The safe way: "Keep". */
  keep: string
  /** The same verb as the button that led here. */
  act: string
  /** The verb while it works. */
  verb: string
  typeName?: string
  /** Does it; the dialog stays open until it has. A string is what went wrong. */
  run: () => Promise<string | null>
}

export const useConfirm = create<{ question: Question | null }>(() => ({ question: null }))

/**
 * Asks. The dialog stands once, in the shell, so that any row, key or menu can ask without one of
 * its own.
 */
export const confirmAct = (question: Question): void => useConfirm.setState({ question })
export const dropQuestion = (): void => useConfirm.setState({ question: null })
