import { Trans, useLingui } from '@lingui/react/macro'
import type { ScanQuote } from '../../../../api/scan.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Popover } from '../../../../ui/popover.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { MOST_LANGUAGES, type OutputForm, readLanguages } from './form.ts'
import { changeForm } from './form-store.ts'
import { OutputLine } from './output-line.tsx'

/** Whether text is recognized, and in which languages. */
export function LanguageChoice({ form, installed }: { form: OutputForm; installed: ScanQuote['languages'] }) {
  const { t, i18n } = useLingui()
  const codes = readLanguages(form, installed)
  const names = installed.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
  const isOn = form.isSearchable && installed.length > 0
  const toggle = (code: string, isChosen: boolean) => {
    const next = isChosen ? [...codes, code] : codes.filter((one) => one !== code)
    if (next.length > 0) changeForm({ languages: next })
  }
  return (
    <OutputLine label={t`Searchable`}>
      <Switch
        label={t`Searchable`}
        checked={isOn}
        disabled={installed.length === 0}
        onChange={(isSearchable) => changeForm({ isSearchable })}
      />
      <span className="min-w-0 flex-1 truncate">
        {installed.length === 0 ? (
          <span className="text-small text-ink-soft">{t`Text recognition isn’t installed.`}</span>
        ) : isOn ? (
          formatList(names, i18n.locale)
        ) : (
          <span className="text-ink-soft">{t`Off`}</span>
        )}
      </span>
      {isOn && (
        <Popover
          label={t`Text languages`}
          head={t`Text languages`}
          align="end"
          trigger={<TextButton>{t`Change`}</TextButton>}
        >
          <div className="grid w-64 gap-2.5">
            {installed.map(({ code, name }) => (
              <Checkbox
                key={code}
                checked={codes.includes(code)}
                disabled={!codes.includes(code) && codes.length >= MOST_LANGUAGES}
                onChange={(isChosen) => toggle(code, isChosen)}
              >
                {name}
              </Checkbox>
            ))}
            <p className="text-small text-ink-soft">
              <Trans>
                Up to three. To add a language, the administrator installs the npm package{' '}
                <span translate="no" className="mono wrap-anywhere">
                  @tesseract.js-data/&lt;code&gt;
                </span>
                .
              </Trans>
            </p>
          </div>
        </Popover>
      )}
    </OutputLine>
  )
}
