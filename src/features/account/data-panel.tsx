import { Trans, useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { forgetSession, type User } from '../../api/account.ts'
import { resetFollower } from '../../api/live.ts'
import { useDeleteAccount, useExportUrl } from '../../api/profile.ts'
import { startDownload } from '../../lib/start-download.ts'
import { paths } from '../../paths.ts'
import { tellSignOut } from '../../stores/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { forgetFiles } from '../convert/queue/index.ts'
import { ProblemLine, useConfirmAct } from '../problems/index.ts'

/** Export of the user's data, and deletion of the account. */
export function DataPanel({ user }: { user: User }) {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const navigate = useNavigate()
  const exporting = useExportUrl()
  const remove = useDeleteAccount()

  async function run(): Promise<void> {
    await remove.mutateAsync()
    // Navigates first: this page needs a session. The next user of the browser sees nothing of this
    // account.
    await navigate(paths.signIn(), { state: { notice: 'deleted' } })
    resetFollower()
    forgetFiles()
    tellSignOut()
    forgetSession()
  }
  const ask = () =>
    confirm({
      title: t`Delete account?`,
      body: t`All sessions end and all API keys stop working now. Files, history and all other data are permanently deleted in 14 days. Sign in before then to keep the account.`,
      keep: t`Keep account`,
      act: t`Delete account`,
      verb: t`Deleting`,
      typeName: user.username,
      run,
    })

  return (
    <Panel title={t`Your data`} flush>
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">{t`Export your data`}</p>
            <p className="text-small text-ink-soft">
              <Trans>All data of your account as a ZIP of JSON files: profile, history, security log.</Trans>
            </p>
            <ProblemLine error={exporting.error} />
          </div>
          <Button
            size={28}
            icon={DownloadIcon}
            working={exporting.isPending}
            verb={t`Exporting`}
            onClick={() => exporting.mutate(undefined, { onSuccess: startDownload })}
          >
            {t`Download`}
          </Button>
        </li>
        <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">{t`Delete account`}</p>
            <p className="text-small text-ink-soft">
              <Trans>
                Sessions and API keys end now. All data is deleted in 14 days; you can keep the account until
                then.
              </Trans>
            </p>
          </div>
          <Button
            size={28}
            variant="danger"
            onClick={ask}
            disabled={user.delete_after !== null}
            reason={t`Account deletion is already scheduled.`}
          >
            {t`Delete account`}
          </Button>
        </li>
      </ul>
    </Panel>
  )
}
