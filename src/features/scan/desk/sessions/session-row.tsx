import { useLingui } from '@lingui/react/macro'
import { FilePenLineIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { isOpenScan, type ScanSessionItem } from '../../../../api/scan.ts'
import { formatMomentLine } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { type Status, StatusWord } from '../../../../ui/status-word.tsx'
import { Cell, Row } from '../../../../ui/table.tsx'
import { Creator } from '../../../businesses/acting/index.ts'

const LOOKS: Record<ScanSessionItem['status'], Status> = {
  waiting: 'waiting',
  paired: 'ready',
  finalizing: 'working',
  completed: 'done',
  expired: 'expired',
  ended: 'cancelled',
}

/** One session: its title, status and next action. */
export function SessionRow({ session }: { session: ScanSessionItem }) {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const { session_id, title, status, conversion_id, page_count, phone_count, created_at, created_by } =
    session
  const isOpen = isOpenScan(session)
  const purpose = search.get('for')
  const desk = paths.scanSession(session_id, purpose ? { for: purpose } : {})
  const words = {
    waiting: t`Waiting for a phone`,
    paired: t`Open`,
    finalizing: t`Creating PDF`,
    completed: t`Open, PDF created`,
    expired: t`Expired`,
    ended: t`Ended`,
  }
  const to = isOpen ? desk : conversion_id ? paths.conversion(conversion_id) : null
  const name = title || t`Untitled session`
  return (
    <Row size="settings" className="max-sm:gap-y-1 max-sm:py-2.5">
      <Cell className="min-w-0">
        {to ? (
          <Link to={to} dir="auto" className="block truncate font-medium hover:underline" title={name}>
            {name}
          </Link>
        ) : (
          <span dir="auto" className="block truncate font-medium text-ink-soft" title={name}>
            {name}
          </span>
        )}
        <Creator id={created_by} />
      </Cell>
      <Cell className="max-sm:col-start-1 max-sm:row-start-2">
        <StatusWord status={LOOKS[status]}>{words[status]}</StatusWord>
      </Cell>
      <Cell end className="max-sm:hidden">
        {isOpen ? formatNumber(page_count, i18n.locale) : '–'}
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatNumber(phone_count, i18n.locale)}
      </Cell>
      <Cell faint className="ps-4 max-sm:hidden">
        {formatMomentLine(new Date(created_at), { locale: i18n.locale })}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
        <span className="flex justify-end gap-1.5">
          {isOpen && (
            <Button size={28} render={<Link to={desk} />}>
              {t`Continue`}
            </Button>
          )}
          {!isOpen && conversion_id && (
            <>
              <Button size={28} render={<Link to={paths.result(conversion_id)} />}>
                {t`Show PDF`}
              </Button>
              <IconButton
                name={t`Open in workbench`}
                icon={FilePenLineIcon}
                render={<Link to={paths.pdf({ conversion: conversion_id })} />}
              />
            </>
          )}
        </span>
      </Cell>
    </Row>
  )
}
