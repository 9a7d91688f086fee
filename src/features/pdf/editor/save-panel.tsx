import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { modKey } from '../../../lib/use-hotkeys.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { RedactionNote } from './redaction-note.tsx'
import type { Saved } from './saved.ts'
import { SavedPart } from './saved-part.tsx'
import type { SaveForm } from './use-save-form.ts'

type SavePanelProps = { form: SaveForm; onOpen: (saved: Saved) => void }

/** The destination, estimated size and price, and the save button; after saving, the result. */
export function SavePanel({ form, onOpen }: SavePanelProps) {
  const { t } = useLingui()
  const { saver, fresh } = form
  const { saved, watch, share } = saver
  useEffect(watch, [watch])
  return (
    <section
      aria-label={t`Save`}
      className="grid flex-none grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line-strong bg-surface px-4 pt-3 pb-3.5"
    >
      {saved && fresh ? (
        <SavedPart
          key={saved.at}
          saved={saved}
          onOpen={onOpen}
          onShare={form.signedIn ? share : null}
          onEnd={form.end}
        />
      ) : (
        <Form form={form} onOpen={onOpen} />
      )}
    </section>
  )
}

function Form({ form, onOpen }: SavePanelProps) {
  const { t, i18n } = useLingui()
  const { saver, destinations, destination, price, size, summary, reason, rest } = form
  const { credits, left, missing } = price
  const { saved } = saver
  return (
    <>
      <header className="flex items-baseline justify-between gap-3">
        <h2 className="title text-lead">{t`Save`}</h2>
        <span className="min-w-0 truncate text-small text-ink-soft">{summary}</span>
      </header>
      <Select
        label={t`Save to`}
        options={destinations}
        value={destination.value}
        onChange={form.choose}
        disabled={saver.saving}
      />
      <dl className="grid gap-1 text-small">
        <Line name={t`Size`}>{size === null ? '–' : t`about ${formatBytes(size, i18n.locale)}`}</Line>
        <Line name={t`Price`}>
          {credits === null ? (
            '–'
          ) : credits === 0 ? (
            t`Free`
          ) : (
            <>
              {t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
              {left !== null && (
                <span className="font-regular text-ink-soft">
                  {' '}
                  {t`of ${formatNumber(left, i18n.locale)}`}
                </span>
              )}
            </>
          )}
        </Line>
      </dl>
      {form.check.state !== 'none' && (
        <p className="text-small wrap-break-word">
          <RedactionNote check={form.check} />
        </p>
      )}
      <Button
        variant="primary"
        size={36}
        wide
        hotkey={`${modKey()} S`}
        working={saver.saving}
        verb={destination.working}
        disabled={reason !== null}
        reason={reason ?? ''}
        onClick={() => saver.save(destination.value)}
      >
        {destination.verb}
      </Button>
      {missing > 0 && (
        <p className="text-small text-warn">
          <Trans>
            Not enough credits. <TextButton render={<Link to={paths.billing()} />}>Buy credits</TextButton>
          </Trans>
        </p>
      )}
      {saver.problem && !saver.saving && (
        <p role="alert" className="text-small wrap-break-word text-bad">
          {saver.problem}
        </p>
      )}
      {rest.length > 0 && (
        <div className="flex flex-wrap gap-2 *:flex-auto">
          {rest.map(({ value, verb, disabled }) => (
            <Button
              key={value}
              className="px-2"
              disabled={saver.saving || disabled}
              onClick={() => saver.save(value)}
            >
              {verb}
            </Button>
          ))}
        </div>
      )}
      {saved && (
        <p className="flex flex-wrap gap-x-2 text-small text-ink-soft">
          <span>{t`Saved ${formatTime(new Date(saved.at), { locale: i18n.locale })}`}</span>
          <TextButton onClick={() => onOpen(saved)}>{t`Open`}</TextButton>
          {saved.url && <TextButton render={<a href={saved.url} download="" />}>{t`Download`}</TextButton>}
        </p>
      )}
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
