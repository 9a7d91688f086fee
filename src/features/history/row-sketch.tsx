import type { Conversion } from '../../api/history.ts'
import { Cell, Row } from '../../ui/table.tsx'

/** A row of history during fast scrolling: only the name. */
export function RowSketch({ conversion, selected }: { conversion: Conversion; selected: boolean }) {
  const { family, filename } = conversion
  return (
    <Row family={family} selected={selected} className="h-full">
      <Cell />
      <Cell spine>
        <span translate="no" className="truncate ps-5.5">
          {filename}
        </span>
      </Cell>
    </Row>
  )
}
