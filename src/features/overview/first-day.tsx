import { Trans, useLingui } from '@lingui/react/macro'
import { KeyboardIcon } from 'lucide-react'
import { useSession } from '../../api/account.ts'
import { useCatalog } from '../../api/convert.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { modKey } from '../../lib/use-hotkeys.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { DropBar } from '../convert/queue/index.ts'
import { Attention } from './attention.tsx'
import { CodePanel } from './code-panel.tsx'
import { NextSteps } from './next-steps.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { Samples } from './samples.tsx'

/** Overview before the first conversion: samples, next steps, and the plan's contents. */
export function FirstDay() {
  const may = useMay()
  const side = (
    <>
      <PlanPanel />
      <CodePanel />
      <Panel className="max-md:hidden">
        <p className="flex gap-2.5 text-ink-soft">
          <KeyboardIcon className="mt-0.5 flex-none" />
          <span>
            <Trans>
              Press <Kbd>{modKey()} K</Kbd> to find any page or action, <Kbd>?</Kbd> for all keys.
            </Trans>
          </span>
        </p>
      </Panel>
    </>
  )
  return (
    <>
      <Welcome />
      <PageFrame side={side} wideSide>
        <Attention quiet />
        {may('convert:write') && <Samples />}
        <NextSteps />
      </PageFrame>
    </>
  )
}

function Welcome() {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const { catalog } = useCatalog()
  const name = user?.first_name
  const count = catalog.formats.length
  const formats = formatNumber(count, i18n.locale)
  return (
    <section className="grid max-w-page gap-3 px-4 pt-4 md:ps-6 md:pe-5">
      <div>
        <h2 className="title text-title">
          {name ? t`Drop a file to convert it, ${name}` : t`Drop a file to convert it`}
        </h2>
        <p className="text-ink-soft">
          {count > 0 && `${t`Any of ${formats} formats.`} `}
          {t`Filewright detects the type and suggests output formats. You see the price first.`}
        </p>
      </div>
      <DropBar />
    </section>
  )
}
