import { useLingui } from '@lingui/react/macro'
import {
  Building2Icon,
  ContrastIcon,
  FileWarningIcon,
  KeyboardIcon,
  KeyRoundIcon,
  LinkIcon,
  LogInIcon,
  LogOutIcon,
  ScanTextIcon,
  SignatureIcon,
  UploadIcon,
  UsersRoundIcon,
  WebhookIcon,
  WorkflowIcon,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Permission } from '../../../contract/permissions.ts'
import { useSession } from '../../api/account.ts'
import { useMemberships } from '../../api/business-users.ts'
import { paths } from '../../paths.ts'
import { useActing } from '../../stores/acting.ts'
import { browseFiles } from '../../stores/file-taker.ts'
import { setTheme } from '../../stores/preferences.ts'
import type { PaletteGroup, PaletteItem } from '../../ui/command-palette.tsx'
import { useMay, useSwitch } from '../businesses/acting/index.ts'
import { openOverlay } from './shell-store.ts'
import { useSignOut } from './use-sign-out.ts'

type Run = (act: () => void) => () => void

/** The palette's actions: those of every area, by permission, and switching accounts. */
export function usePaletteActions(run: Run): PaletteGroup[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const may = useMay()
  const change = useSwitch()
  const acting = useActing((state) => state.id)
  const { data: user } = useSession()
  const { data: members = [] } = useMemberships(user !== undefined && user !== null)
  const others = members.filter(({ status, business_id }) => status === 'active' && business_id !== acting)
  const to = (path: string) => run(() => void navigate(path))
  const create = (permission: Permission, item: PaletteItem): PaletteItem[] =>
    user && may(permission) ? [{ act: t`Create`, ...item }] : []
  const actions: PaletteItem[] = [
    {
      id: 'add',
      label: t`Add files to convert`,
      icon: UploadIcon,
      words: ['upload', 'browse', 'open'],
      act: t`Choose files`,
      onSelect: run(() => {
        browseFiles()
        void navigate(paths.convert())
      }),
    },
    ...create('shares:write', {
      id: 'share',
      label: t`Share file`,
      icon: LinkIcon,
      words: ['link', 'send', 'new link'],
      act: t`Choose a file`,
      onSelect: to(paths.shares({ new: '1' })),
    }),
    ...create('signing:write', {
      id: 'sign',
      label: t`Send file for signature`,
      icon: SignatureIcon,
      words: ['sign', 'signature', 'contract', 'new signature request', 'recipients'],
      act: t`Choose a file`,
      onSelect: to(paths.newSigning()),
    }),
    ...create('pipelines:write', {
      id: 'new-pipeline',
      label: t`New pipeline`,
      icon: WorkflowIcon,
      words: ['automate', 'steps', 'create pipeline'],
      onSelect: to(paths.newPipeline()),
    }),
    // A business's keys are on its own page.
    ...(acting === null
      ? create('account:write', {
          id: 'new-key',
          label: t`New API key`,
          icon: KeyRoundIcon,
          words: ['token', 'create api key'],
          onSelect: to(`${paths.apiKeys()}?new=1`),
        })
      : []),
    ...create('webhooks:write', {
      id: 'new-webhook',
      label: t`New webhook`,
      icon: WebhookIcon,
      words: ['endpoint', 'events', 'create webhook'],
      onSelect: to(paths.newWebhook()),
    }),
    ...create('convert:write', {
      id: 'start-scan',
      label: t`Start scanning`,
      icon: ScanTextIcon,
      words: ['phone', 'camera', 'paper', 'photo', 'document'],
      act: t`Start`,
      onSelect: to(paths.scan()),
    }),
    {
      id: 'failed',
      label: t`View failed conversions`,
      icon: FileWarningIcon,
      act: t`Open`,
      onSelect: to(paths.history({ status: 'failed' })),
    },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: { light: t`Light theme`, dark: t`Dark theme`, system: t`Theme of the system` }[theme],
      icon: ContrastIcon,
      words: ['appearance', 'mode'],
      act: t`Apply`,
      onSelect: run(() => setTheme(theme)),
    })),
    {
      id: 'keys',
      label: t`Keyboard shortcuts`,
      icon: KeyboardIcon,
      hotkey: '?',
      act: t`Open`,
      onSelect: () => openOverlay('keys'),
    },
  ]
  const account: PaletteItem[] = user
    ? [
        ...others.map(({ business_id, business }) => ({
          id: business_id,
          label: t`Switch to ${business.name}`,
          icon: Building2Icon,
          words: ['business', 'account'],
          act: t`Switch`,
          onSelect: run(() => change(business_id, () => void navigate(paths.overview()))),
        })),
        {
          id: 'switch',
          label: t`Switch business…`,
          icon: UsersRoundIcon,
          words: ['account', 'personal'],
          hotkey: 'G B',
          act: t`Choose`,
          onSelect: () => openOverlay('switcher'),
        },
        {
          id: 'new-business',
          label: t`New business`,
          icon: Building2Icon,
          words: ['create business', 'team'],
          act: t`Create`,
          onSelect: to(paths.businesses({ new: '1' })),
        },
        {
          id: 'sign-out',
          label: t`Sign out`,
          icon: LogOutIcon,
          words: ['log out', 'leave'],
          act: t`Sign out`,
          onSelect: run(signOut),
        },
      ]
    : [
        {
          id: 'sign-in',
          label: t`Sign in`,
          icon: LogInIcon,
          words: ['log in'],
          act: t`Open`,
          onSelect: to(paths.signIn()),
        },
      ]
  return [
    { name: t`Actions`, items: actions },
    { name: t`Account`, items: account },
  ]
}
