import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { startFollowing } from '../../api/live.ts'
import { keepFocus } from '../../lib/keep-focus.ts'
import { useConfirm } from '../../stores/confirm.ts'
import { useNeededCredits } from '../../stores/needed-credits.ts'
import { startNetwork } from '../../stores/network.ts'
import { startPresets } from '../../stores/presets.ts'
import { useStepUp } from '../../stores/step-up.ts'
import { startUploads } from '../../stores/uploads.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { BuyingHost, startBuying } from '../billing/checkout/index.ts'
import { ActingGuard, startActing, useMayAsk } from '../businesses/acting/index.ts'
import { startConverting, WindowDrop } from '../convert/queue/index.ts'
import { StepUpHost, startStepUp } from '../mfa/step-up/index.ts'
import { Transfers } from '../transfers/index.ts'
import { AccountGate } from './account-gate.tsx'
import { Banners } from './banners.tsx'
import { useShell } from './shell-store.ts'
import { Side } from './side.tsx'
import { useGoKeys } from './use-go-keys.ts'

const ShellPalette = lazy(() => import('./shell-palette.tsx'))
// Each is loaded on first use and then stays mounted for its exit animation.
const MenuSheet = lazy(() => import('./menu-sheet.tsx'))
const ConfirmHost = lazy(() => import('./confirm-host.tsx'))
const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

startNetwork()
startPresets()
startUploads()
startFollowing()
startConverting()
startStepUp()
startBuying()
startActing()

/** The layout of every page except the sign-in ones: sidebar, uploads, and overlays. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const overlay = useShell((state) => state.overlay)
  const menu = useEver(overlay === 'menu')
  const asking = useEver(useConfirm((state) => state.question !== null))
  const stepUp = useEver(useStepUp((state) => state.question !== null))
  const buying = useEver(useNeededCredits((state) => state.need !== null))
  const main = useMainFocus()
  const mayAsk = useMayAsk()
  useGoKeys()
  return (
    <WindowDrop>
      <a
        href="#main"
        className="fixed start-2 top-2 z-(--z-toast) -translate-y-16 rounded-control bg-inverse px-3 py-2 text-on-inverse focus-visible:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <div className="flex h-dvh">
        <aside
          aria-label={t`Sidebar`}
          className="w-(--size-rail) flex-none border-e border-line-strong max-md:hidden lg:w-(--size-sidebar)"
        >
          <Side />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <Banners />
          {/* Positioned: visually hidden text is absolute, and would extend the document. */}
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none"
          >
            {mayAsk && <AccountGate>{children}</AccountGate>}
          </main>
          <Transfers />
        </div>
      </div>
      <ActingGuard />
      <Suspense>
        {menu && <MenuSheet open={overlay === 'menu'} />}
        {asking && <ConfirmHost />}
        {stepUp && <StepUpHost />}
        {buying && <BuyingHost />}
        {overlay === 'palette' && <ShellPalette />}
        {overlay === 'keys' && <KeysDialog />}
      </Suspense>
      <Toaster dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'} />
    </WindowDrop>
  )
}

/** Whether it was ever true. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/**
 * Scrolls a new page to its top and moves the focus to it, as a page load does, so that screen
 * readers announce it.
 */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [])
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // The fragment's element takes the focus itself.
    if (hash) return
    main.current?.scrollTo(0, 0)
    // A clicked tab of the page is still mounted: it keeps the focus.
    if (main.current?.contains(document.activeElement?.closest('[aria-current="page"]') ?? null)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
