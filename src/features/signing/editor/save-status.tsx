import { useLingui } from '@lingui/react/macro'
import { CloudCheckIcon, CloudOffIcon } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useProblemWords } from '../../problems/index.ts'
import type { Editor } from './use-editor-draft.ts'

/** The save state of the draft, next to the actions. */
export function SaveStatus({ saveState }: Pick<Editor, 'saveState'>) {
  const { t } = useLingui()
  const words = {
    saved: t`Saved`,
    saving: t`Saving…`,
    waiting: t`Saving…`,
    failed: t`Not saved`,
    changed: t`Not saved`,
  }
  const bad = saveState.state === 'failed' || saveState.state === 'changed'
  const Icon = bad ? CloudOffIcon : CloudCheckIcon
  return (
    <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:sr-only">
      {(bad || saveState.state === 'saved') && <Icon className="size-3.5" />}
      <span className="max-2xl:sr-only">{words[saveState.state]}</span>
    </span>
  )
}

/** Why it could not be saved, and what to do. */
export function SaveBanner({ desk }: { desk: Editor }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { saveState, take, flush } = desk
  if (saveState.state === 'failed')
    return (
      <Banner
        kind={saveState.error.status === 0 ? 'offline' : 'bad'}
        action={{ label: t`Retry`, onClick: () => void flush() }}
      >
        {saveState.error.errors[0]?.message
          ? `${words(saveState.error)} ${saveState.error.errors[0].message}`
          : t`Your last changes aren’t saved yet. ${words(saveState.error)}`}
      </Banner>
    )
  if (saveState.state !== 'changed') return null
  return (
    <div
      role="alert"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line-strong bg-warn-tint px-4 py-1.5 text-small text-warn"
    >
      <span className="min-w-0 flex-1 basis-48">{t`This draft was changed in another tab or by another person.`}</span>
      <Button size={28} onClick={() => void take('theirs')}>{t`Load latest version`}</Button>
      <Button size={28} onClick={() => void take('mine')}>{t`Keep my version`}</Button>
    </div>
  )
}
