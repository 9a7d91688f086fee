import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import type { SigningTemplate } from '../../../api/signing.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type ListOf, TitleCell, twoLines } from '../../lists/index.ts'
import { useMoments, useOpenDialog } from '../session/index.ts'
import { useRemoveTemplates } from './use-remove-templates.ts'

const idOf = ({ id }: SigningTemplate) => id
const HEIGHTS = twoLines(80)

/** The columns of templates, and the actions of a row. */
export function useTemplateList(): ListOf<SigningTemplate> {
  const { t, i18n } = useLingui()
  const moments = useMoments()
  const { removeOne } = useRemoveTemplates()
  const { open } = useOpenDialog()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const namesOf = ({ recipients }: SigningTemplate) => recipients.map(({ name }) => name).join(', ')
  return {
    label: t`Signature templates`,
    rowsLabel: t`Templates`,
    idOf,
    nameOf: ({ name }) => name,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# template', other: '# templates' }) }),
    acts: {
      width: 'minmax(96px,auto)',
      main: ({ id, name }) => (
        <Button
          size={28}
          data-row={id}
          aria-haspopup="dialog"
          aria-label={t`Use ${name}`}
          onClick={() => open('use', id)}
        >
          {t`Use`}
        </Button>
      ),
      quick: (template) => (
        <IconButton name={t`Delete ${template.name}`} icon={Trash2Icon} onClick={() => removeOne(template)} />
      ),
    },
    columns: [
      {
        id: 'name',
        head: t`Name and document`,
        width: 'minmax(0,1.8fr)',
        phone: 1,
        cell: ({ id, name, document }) => (
          <TitleCell id={id} name={name} note={<FileName name={document.file_name} />} phoneNote />
        ),
      },
      {
        id: 'recipients',
        head: t`Recipients`,
        width: 'minmax(0,1.6fr)',
        cell: (template) => (
          <span className="block truncate" title={namesOf(template)} translate="no">
            {namesOf(template) || '–'}
          </span>
        ),
      },
      {
        id: 'fields',
        head: t`Fields`,
        width: 'minmax(0,0.5fr)',
        end: true,
        cell: ({ fields }) => number(fields),
      },
      {
        id: 'pages',
        head: t`Pages`,
        width: 'minmax(0,0.5fr)',
        end: true,
        cell: ({ document }) => number(document.pages),
      },
      {
        id: 'modified',
        head: t`Modified`,
        width: 'minmax(0,0.8fr)',
        end: true,
        faint: true,
        cell: ({ updated_at }) => moments.line(updated_at),
      },
      {
        id: 'counts',
        phone: 2,
        className: 'truncate text-small text-ink-soft',
        cell: ({ recipients, fields }) => (
          <>
            {t({ message: plural(recipients.length, { one: '# recipient', other: '# recipients' }) })},{' '}
            {t({ message: plural(fields, { one: '# field', other: '# fields' }) })}
          </>
        ),
      },
    ],
  }
}
