import { useLingui } from '@lingui/react/macro'
import { CheckIcon, CloudOffIcon } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useProblemWords } from '../../problems/index.ts'
import type { Editor } from './use-editor-draft.ts'

/** Whether the draft is kept, in a word beside the actions. */
export function KeptNote({ kept }: Pick<Editor, 'kept'>) {
  const { t } = useLingui()
  const words = {
    kept: t`Saved`,
    keeping: t`Saving…`,
    waiting: t`Saving…`,
    failed: t`Not saved`,
    changed: t`Not saved`,
  }
  const bad = kept.state === 'failed' || kept.state === 'changed'
  const Icon = bad ? CloudOffIcon : CheckIcon
  return (
    <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:sr-only">
      {(bad || kept.state === 'kept') && <Icon className="size-3.5" />}
      <span className="max-2xl:sr-only">{words[kept.state]}</span>
    </span>
  )
}

/** What keeps it from being kept, and the way on. */
export function KeptBanner({ desk }: { desk: Editor }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { kept, take, flush } = desk
  if (kept.state === 'failed')
    return (
      <Banner
        kind={kept.error.status === 0 ? 'offline' : 'bad'}
        action={{ label: t`Retry`, onClick: () => void flush() }}
      >
        {kept.error.errors[0]?.message
          ? `${words(kept.error)} ${kept.error.errors[0].message}`
          : t`Your last changes aren’t saved yet. ${words(kept.error)}`}
      </Banner>
    )
  if (kept.state !== 'changed') return null
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
