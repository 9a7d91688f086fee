import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { removeSigningTemplate, type SigningTemplate } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { confirmAct } from '../../../stores/confirm.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Cell, Row } from '../../../ui/table.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { LONG, useMoments, useOpenDialog } from '../session/index.ts'

type TemplateRowProps = { template: SigningTemplate; index: number; height: number; onFocus: () => void }

export function TemplateRow({ template, index, height, onFocus }: TemplateRowProps) {
  const { t, i18n } = useLingui()
  const moments = useMoments()
  const remove = useRemoveTemplate()
  const { open } = useOpenDialog()
  const { id, name, document, recipients, fields, updated_at } = template
  const parts = recipients.map((one) => one.name).join(', ')
  const number = (value: number) => formatNumber(value, i18n.locale)
  return (
    <Row
      aria-rowindex={index + 2}
      onFocus={onFocus}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      <Cell className="max-sm:row-start-1">
        <span className="block truncate font-medium" title={name} translate="no">
          {name}
        </span>
        <span className="flex min-w-0 text-small text-ink-soft">
          <FileName name={document.file_name} />
        </span>
      </Cell>
      <Cell className="truncate max-sm:hidden" title={parts} translate="no">
        {parts || '–'}
      </Cell>
      <Cell end className="max-sm:hidden">
        {number(fields)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {number(document.pages)}
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {moments.line(updated_at)}
      </Cell>
      <Cell className="truncate text-small text-ink-soft max-sm:col-start-1 max-sm:row-start-2 sm:hidden">
        {t({ message: plural(recipients.length, { one: '# recipient', other: '# recipients' }) })},{' '}
        {t({ message: plural(fields, { one: '# field', other: '# fields' }) })}
      </Cell>
      <Cell className="flex justify-end gap-1 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
        <Button
          size={28}
          data-row={id}
          aria-haspopup="dialog"
          aria-label={t`Use ${name}`}
          onClick={() => open('use', id)}
        >
          {t`Use`}
        </Button>
        <IconButton name={t`Delete ${name}`} icon={Trash2Icon} onClick={() => remove(template)} />
      </Cell>
    </Row>
  )
}

function useRemoveTemplate() {
  const { t } = useLingui()
  const words = useProblemWords()
  return ({ id, name: whole }: SigningTemplate) => {
    const name = cutMiddle(whole, LONG)
    confirmAct({
      title: t`Delete “${name}”?`,
      body: t`The template is permanently deleted. Signature requests created from it aren’t affected.`,
      keep: t`Cancel`,
      act: t`Delete`,
      verb: t`Deleting`,
      run: async () => {
        try {
          await removeSigningTemplate(id)
          showToast({ text: t`“${name}” deleted` })
          return null
        } catch (error) {
          return words(error)
        }
      },
    })
  }
}
