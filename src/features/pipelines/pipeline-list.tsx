import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Pipeline } from '../../api/pipelines.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { ListTable } from '../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import { PipelineRow } from './pipeline-row.tsx'

const COLUMNS =
  'minmax(0,1.5fr) minmax(0,2fr) minmax(0,0.65fr) minmax(0,0.35fr) minmax(0,0.75fr) minmax(104px,auto)'
const NARROW = 'minmax(0,1fr) auto'

/** Only the rows in sight are in the page. */
export function PipelineList({ pipelines, ...more }: { pipelines: readonly Pipeline[] } & More) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const { reveal, onFocus } = useRowKeys(pipelines.map(({ id }) => id))
  const height = phone ? 136 : touch ? 64 : 52
  return (
    <>
      <ListTable
        label={t`Pipelines`}
        rowsLabel={t`Saved pipelines`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Name`}</HeadCell>
            <HeadCell>{t`Steps`}</HeadCell>
            <HeadCell end>{t`Price per file`}</HeadCell>
            <HeadCell end>{t`Runs`}</HeadCell>
            <HeadCell end>{t`Last run`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={pipelines}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(pipeline, index) => (
          <PipelineRow pipeline={pipeline} index={index} height={height} onFocus={onFocus(index)} />
        )}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={pipelines.length}
        says={t({ message: plural(pipelines.length, { one: '# pipeline', other: '# pipelines' }) })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
}
