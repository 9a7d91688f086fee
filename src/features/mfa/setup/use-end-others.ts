import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEndOtherSessions, useSessions } from '../../../api/access.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmAct } from '../../problems/index.ts'

/**
 * Ends all other sessions, after a confirmation; offered after a change of the sign-in settings.
 */
export function useEndOthers() {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const { mutateAsync } = useEndOtherSessions()
  const { data } = useSessions()
  const others = data?.results.filter(({ is_current }) => !is_current).length ?? 0

  const ask = () =>
    confirm({
      title: t`Sign out other sessions?`,
      body: t({
        message: plural(others, {
          one: '# session ends now and has to sign in again. This session and API keys stay active.',
          other: '# sessions end now and have to sign in again. This session and API keys stay active.',
        }),
      }),
      act: t`Sign out other sessions`,
      verb: t`Signing out`,
      run: async () => {
        const { ended } = await mutateAsync()
        showToast({
          text: t({
            message: plural(ended, { one: '# session ended', other: '# sessions ended' }),
          }),
        })
      },
    })

  /** Confirms a change. Other sessions were started before it (ASVS 7.4.3). */
  const offer = (text: string) =>
    showToast({ text, ...(others > 0 && { action: { label: t`Sign out other sessions`, onClick: ask } }) })

  return { others, ask, offer }
}
