import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { AskPassword } from './open-with-password.ts'
import { PasswordDialog } from './password-dialog.tsx'

interface Question {
  name: string
  attempt: (password: string) => Promise<boolean>
  answer: (opened: boolean) => void
}

/** Asks for the passwords of files, one after the other. Does not store them. */
export function usePasswordPrompt(): { ask: AskPassword; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const ask = useCallback<AskPassword>((name, attempt) => {
    const pending = last.current.then(
      () =>
        new Promise<boolean>((resolve) => {
          setQuestion({
            name,
            attempt,
            answer(opened) {
              setQuestion(null)
              resolve(opened)
            },
          })
        }),
    )
    last.current = pending
    return pending
  }, [])
  return { ask, dialog: question && <PasswordDialog key={question.name} {...question} /> }
}
