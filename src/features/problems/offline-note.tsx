import { useLingui } from '@lingui/react/macro'

type Listed = { isPaused: boolean; isPlaceholderData: boolean }

/** Above a list with placeholder data, because the requested one needs a network. */
export function OfflineNote({ query: { isPaused, isPlaceholderData } }: { query: Listed }) {
  const { t } = useLingui()
  if (!isPaused || !isPlaceholderData) return null
  return (
    <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-small md:ps-6 md:pe-5">
      {t`You’re offline. The saved list is shown, not search results.`}
    </p>
  )
}
