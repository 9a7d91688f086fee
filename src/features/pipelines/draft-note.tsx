import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSession } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { draftKey, dropDraft, useDrafts } from './drafts.ts'

/** A pipeline that was begun and never saved is not to be looked for. */
export function DraftNote() {
  const { t } = useLingui()
  const { data: user } = useSession()
  const key = draftKey(user?.id, null)
  const draft = useDrafts(({ drafts }) => drafts[key])
  if (!draft) return null
  const name = draft.name.trim() || t`Untitled pipeline`
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-warn-tint px-4 py-2 text-small md:ps-6 md:pe-5">
      <span className="min-w-0 wrap-anywhere">{t`${name} isn’t saved yet. The draft is kept in this browser.`}</span>
      <span className="flex gap-4">
        <Link className="link" to={paths.newPipeline()}>{t`Continue editing`}</Link>
        <TextButton
          onClick={() => showToast({ text: t`Draft discarded`, undo: dropDraft(key) })}
        >{t`Discard`}</TextButton>
      </span>
    </p>
  )
}
