import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ImportAnswer } from '../../../../api/business-users.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { type Status, StatusWord } from '../../../../ui/status-word.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../../ui/table.tsx'
import { VirtualList } from '../../../../ui/virtual-list.tsx'
import { ROLE_WORDS } from '../../labels/index.ts'

type Line = ImportAnswer['rows'][number]

const COLUMNS = '52px minmax(0,1.4fr) minmax(0,0.7fr) minmax(0,1.4fr)'
const STATUS: Record<Line['outcome'], Status> = {
  invite: 'ready',
  change_role: 'ready',
  unchanged: 'done',
  duplicate: 'cancelled',
  refused: 'failed',
}

/** Every line of the file with its effect, or why it has none. */
export function ImportPreview({ plan }: { plan: ImportAnswer }) {
  const { t, i18n } = useLingui()
  const [refusedOnly, setRefusedOnly] = useState(false)
  const { invited, changed, skipped, refused, rows, encoding } = plan
  const words: Record<Line['outcome'], string> = {
    invite: t`Will be invited`,
    change_role: t`Role change`,
    unchanged: t`Already a member`,
    duplicate: t`Duplicate line`,
    refused: t`Invalid`,
  }
  const shown = refusedOnly ? rows.filter(({ outcome }) => outcome === 'refused') : rows
  const sums = [
    t({ message: plural(invited, { one: '# invitation', other: '# invitations' }) }),
    t({ message: plural(changed, { one: '# role changed', other: '# roles changed' }) }),
    t({ message: plural(skipped, { one: '# line with no change', other: '# lines with no change' }) }),
    t({ message: plural(refused, { one: '# invalid line', other: '# invalid lines' }) }),
  ].join(', ')
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p role="status">
          {sums}. <span className="text-small text-ink-soft">{encoding}</span>
        </p>
        {refused > 0 && (
          <Segmented
            label={t`Show`}
            options={[
              { value: 'all', label: t`All lines` },
              { value: 'refused', label: t`Invalid`, count: refused },
            ]}
            value={refusedOnly ? 'refused' : 'all'}
            onChange={(value) => setRefusedOnly(value === 'refused')}
          />
        )}
      </div>
      <Table
        label={t`Lines in the file`}
        columns={COLUMNS}
        narrow={COLUMNS}
        rowCount={shown.length + 1}
        className="flex h-64 flex-col rounded-control border border-line-strong"
      >
        <TableHead>
          <HeadCell end>{t`Line`}</HeadCell>
          <HeadCell>{t`E-mail`}</HeadCell>
          <HeadCell>{t`Role`}</HeadCell>
          <HeadCell>{t`Result`}</HeadCell>
        </TableHead>
        <VirtualList
          rows
          label={t`Lines`}
          className="min-h-0 flex-1"
          items={shown}
          keyOf={({ line }) => String(line)}
          heightOf={() => 36}
        >
          {({ line, email, role, outcome, reason }, index) => (
            <Row aria-rowindex={index + 2} style={{ height: 36 }}>
              <Cell end faint>
                {line}
              </Cell>
              <Cell translate="no" className="truncate" title={email}>
                {email}
              </Cell>
              <Cell className="truncate">{role ? i18n._(ROLE_WORDS[role]) : '–'}</Cell>
              <Cell className="truncate" title={reason ?? words[outcome]}>
                <StatusWord status={STATUS[outcome]}>{reason ?? words[outcome]}</StatusWord>
              </Cell>
            </Row>
          )}
        </VirtualList>
      </Table>
    </div>
  )
}
