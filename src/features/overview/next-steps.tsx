import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon, CircleDashedIcon } from 'lucide-react'
import { Link } from 'react-router'
import { browseFiles } from '../../stores/file-taker.ts'
import { setStepsHidden, useOverviewChoices } from '../../stores/overview-choices.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { type FirstStep, useFirstSteps } from './use-first-steps.ts'

/** The first steps with a button each, until all are done or hidden. */
export function NextSteps() {
  const { t } = useLingui()
  const hidden = useOverviewChoices((state) => state.stepsHidden)
  const steps = useFirstSteps()
  if (hidden || !steps) return null
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Panel
      title={t`Next steps`}
      note={t`${done} of ${steps.length}`}
      actions={<TextButton onClick={() => setStepsHidden(true)}>{t`Hide`}</TextButton>}
      flush
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </Panel>
  )
}

function Step({ step: { title, note, label, path, done } }: { step: FirstStep }) {
  const { t } = useLingui()
  const Icon = done ? CircleCheckIcon : CircleDashedIcon
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Icon className={done ? 'size-5 flex-none text-ok' : 'size-5 flex-none text-ink-faint'} />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">
          {title}
          {done && <span className="sr-only">, {t`done`}</span>}
        </h3>
        <p className="text-small text-ink-soft">{note}</p>
      </div>
      {!done && (
        <Button size={28} {...(path ? { render: <Link to={path} /> } : { onClick: browseFiles })}>
          {label}
        </Button>
      )}
    </li>
  )
}
