import { useLingui } from '@lingui/react/macro'
import { BanIcon, DownloadIcon, EllipsisIcon, ForwardIcon, UsersIcon } from 'lucide-react'
import type { Ref } from 'react'
import type { SigningView } from '../../../api/public-signing.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { herePath, Title } from '../../public-page/index.ts'

export type DialogName = 'decline' | 'delegate' | 'people'

type HeadProps = { view: SigningView; menu: Ref<HTMLButtonElement>; onAsk: (dialog: DialogName) => void }

/** The title and sender, and a menu of other actions. */
export function Head({ view, menu, onAsk }: HeadProps) {
  const { t } = useLingui()
  const { title, sender, me, document } = view
  const from = sender.name
  const texts = {
    signer: t`${from} asks you to sign`,
    approver: t`${from} asks you to approve`,
    viewer: t`${from} shared this document with you`,
    copy: t`${from} sent you a copy`,
  }
  const acts = me.role === 'signer' || me.role === 'approver'
  const entries: MenuEntry[] = [{ label: t`Recipients`, icon: UsersIcon, onSelect: () => onAsk('people') }]
  if (document)
    entries.push({
      label: t`Download unsigned PDF`,
      icon: DownloadIcon,
      onSelect: () => startDownload(herePath(document.download_url)),
    })
  if (acts && me.may_delegate)
    entries.push({ label: t`Delegate`, icon: ForwardIcon, onSelect: () => onAsk('delegate') })
  if (acts)
    entries.push('line', { label: t`Decline`, icon: BanIcon, danger: true, onSelect: () => onAsk('decline') })
  return (
    <header className="flex min-h-15 flex-none items-center gap-3 border-b border-line bg-surface ps-4 pe-2">
      <span className="landing-initial" aria-hidden="true">
        {sender.initial}
      </span>
      <div className="min-w-0 flex-1 [&_.landing-title]:truncate [&_.landing-title]:font-sans [&_.landing-title]:text-read [&_.landing-title]:font-strong [&_.landing-title]:tracking-normal">
        <Title focus={false} {...(title && { name: title })}>
          {title}
        </Title>
        <p className="truncate text-body text-ink-soft">
          <bdi>{texts[me.role]}</bdi>
        </p>
      </div>
      <Menu
        trigger={<IconButton ref={menu} size={36} name={t`More`} icon={EllipsisIcon} />}
        entries={entries}
      />
    </header>
  )
}
