import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SigningTemplate } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useRowKeys } from '../../../lib/use-row-keys.ts'
import { ListTable } from '../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../ui/more-foot.tsx'
import { HeadCell, TableHead } from '../../../ui/table.tsx'
import { TemplateRow } from './template-row.tsx'

const COLUMNS =
  'minmax(0,1.8fr) minmax(0,1.6fr) minmax(0,0.5fr) minmax(0,0.5fr) minmax(0,0.8fr) minmax(96px,auto)'
const NARROW = 'minmax(0,1fr) auto'

export function TemplateList({ templates, ...more }: { templates: readonly SigningTemplate[] } & More) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const { reveal, onFocus } = useRowKeys(templates.map(({ id }) => id))
  const height = phone ? 80 : touch ? 64 : 52
  return (
    <>
      <ListTable
        label={t`Signature templates`}
        rowsLabel={t`Templates`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Name and document`}</HeadCell>
            <HeadCell>{t`Recipients`}</HeadCell>
            <HeadCell end>{t`Fields`}</HeadCell>
            <HeadCell end>{t`Pages`}</HeadCell>
            <HeadCell end>{t`Modified`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={templates}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(template, index) => (
          <TemplateRow template={template} index={index} height={height} onFocus={onFocus(index)} />
        )}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={templates.length}
        says={t({ message: plural(templates.length, { one: '# template', other: '# templates' }) })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
}
