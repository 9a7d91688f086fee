import { useState } from 'react'
import { dropQuestion, type Question, useConfirm } from '../../stores/confirm.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** The only confirmation dialog. Errors are shown in it, and nowhere else. */
export default function ConfirmHost() {
  const question = useConfirm((state) => state.question)
  return question && <Asking key={question.title} question={question} />
}

function Asking({ question }: { question: Question }) {
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function confirm() {
    setWorking(true)
    const wrong = await question.run()
    setWorking(false)
    if (wrong === null) dropQuestion()
    else setError(wrong)
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && dropQuestion()}
      title={question.title}
      keep={question.keep}
      act={question.act}
      verb={question.verb}
      working={working}
      onConfirm={() => void confirm()}
      error={error}
      {...(question.typeName !== undefined && { typeName: question.typeName })}
    >
      {question.body}
    </ConfirmDialog>
  )
}
