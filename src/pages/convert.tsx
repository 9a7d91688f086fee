import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NewBatch, useFileTotals, Workbench } from '../features/convert/queue/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { formatTime } from '../lib/format-date.ts'

export default function Convert() {
  const { t, i18n } = useLingui()
  const { count, startedAt } = useFileTotals()
  const files = t({ message: plural(count, { one: '# file', other: '# files' }) })
  const time = startedAt === null ? '' : formatTime(new Date(startedAt), { locale: i18n.locale })
  return (
    // At least window height, so that the phone's run button is at the bottom; exactly window
    // height with a second panel, because each column scrolls separately.
    <div className="flex min-h-full flex-col min-[105rem]:h-full">
      <PageTop
        title={t`Convert`}
        actions={<NewBatch />}
        note={
          startedAt !== null && (
            <Trans>
              {files}, started <time dateTime={new Date(startedAt).toISOString()}>{time}</time>
            </Trans>
          )
        }
      />
      <Workbench />
    </div>
  )
}
