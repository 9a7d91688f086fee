import { useLingui } from '@lingui/react/macro'
import {
  ArrowRightLeftIcon,
  CircleSlashIcon,
  DownloadIcon,
  FilePenLineIcon,
  HardDriveIcon,
  SignatureIcon,
} from 'lucide-react'
import type { ScanQuote } from '../../../../api/scan.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { OutputForm as Form } from './form.ts'
import { changeForm } from './form-store.ts'
import { LanguageChoice } from './language-choice.tsx'
import { MoreOptions } from './more-options.tsx'
import { OutputLine } from './output-line.tsx'

export type OutputFormProps = {
  form: Form
  /** The default pattern, and the resolved name. */
  pattern: string
  filename: string | null
  languages: ScanQuote['languages']
}

/** The options and the destination of the PDF. */
export function OutputForm({ form, pattern, filename, languages }: OutputFormProps) {
  const { t } = useLingui()
  return (
    <section aria-label={t`PDF`} className="grid gap-3 px-4 py-3">
      <h2 className="title text-lead">{t`PDF`}</h2>
      <Field
        label={t`Name`}
        {...(filename === null ? { error: t`Enter a name.` } : { help: <span dir="auto">{filename}</span> })}
      >
        <Input
          value={form.name ?? pattern}
          dir="auto"
          maxLength={200}
          spellCheck={false}
          onChange={({ target }) => changeForm({ name: target.value })}
        />
      </Field>
      <OutputLine label={t`Page size`}>
        <Select
          label={t`Page size`}
          options={[
            { value: 'auto', label: t`As scanned`, note: t`A4 or Letter if the page matches` },
            { value: 'a4', label: t`A4` },
            { value: 'letter', label: t`Letter` },
            { value: 'fit', label: t`Keep page proportions` },
          ]}
          value={form.pageSize}
          onChange={(pageSize) => changeForm({ pageSize })}
        />
      </OutputLine>
      <OutputLine label={t`Quality`}>
        <span className="min-w-0 flex-1">
          <Segmented
            wide
            label={t`Quality`}
            options={[
              { value: 'small', label: t`Small` },
              { value: 'balanced', label: t`Standard` },
              { value: 'best', label: t`High` },
            ]}
            value={form.quality}
            onChange={(quality) => changeForm({ quality })}
          />
        </span>
      </OutputLine>
      <OutputLine label={t`Color`}>
        <Select
          label={t`Color`}
          options={[
            { value: 'pages', label: t`As set per page` },
            { value: 'grey', label: t`All grayscale` },
            { value: 'bw', label: t`All black and white` },
          ]}
          value={form.colour}
          onChange={(colour) => changeForm({ colour })}
        />
      </OutputLine>
      <LanguageChoice form={form} installed={languages} />
      <OutputLine label={t`Save to`}>
        <Select
          label={t`Save to`}
          options={[
            { value: 'download', label: t`Download`, icon: DownloadIcon },
            { value: 'storage', label: t`Storage`, icon: HardDriveIcon },
          ]}
          value={form.saveTo}
          onChange={(saveTo) => changeForm({ saveTo })}
        />
      </OutputLine>
      <OutputLine label={t`Next step`}>
        <Select
          label={t`Next step`}
          options={[
            { value: 'nothing', label: t`Stay here`, icon: CircleSlashIcon },
            { value: 'workbench', label: t`Open in workbench`, icon: FilePenLineIcon },
            { value: 'convert', label: t`Convert`, icon: ArrowRightLeftIcon },
            { value: 'sign', label: t`Send for signature`, icon: SignatureIcon },
          ]}
          value={form.next}
          onChange={(next) => changeForm({ next })}
        />
      </OutputLine>
      <MoreOptions form={form} />
    </section>
  )
}
