import { create } from 'zustand'

/** Content of the confirmation before a permanent deletion. */
export interface Question {
  title: string
  body: string
  /** The safe choice: "Keep". */
  keep: string
  /** The same verb as on the button that opened the dialog. */
  act: string
  /** The verb while the action is pending. */
  verb: string
  typeName?: string
  /** Runs the action; the dialog stays open until it resolves. A string is an error message. */
  run: () => Promise<string | null>
}

export const useConfirm = create<{ question: Question | null }>(() => ({ question: null }))

/** Opens the dialog. The shell renders it once, so that any row, shortcut or menu can use it. */
export const confirmAct = (question: Question): void => useConfirm.setState({ question })
export const dropQuestion = (): void => useConfirm.setState({ question: null })
