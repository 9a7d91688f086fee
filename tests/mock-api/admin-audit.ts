import type { AdminEvent, adminAuditEndpoints } from '../../contract/admin-audit.ts'
import { csvLine } from '../../server/core/csv.ts'
import type { Db } from './db.ts'
import type { AreaHandlers } from './handler.ts'
import { pageOf } from './page.ts'

interface Filters {
  act?: string | undefined
  administrator_id?: string | undefined
  account_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

const found = (db: Db, query: Filters): AdminEvent[] =>
  db.admin.events.filter(
    (one) =>
      (!query.act || one.act === query.act) &&
      (!query.administrator_id || one.administrator.user_id === query.administrator_id) &&
      (!query.account_id || one.account?.account_id === query.account_id) &&
      (!query.since || Date.parse(one.at) >= Date.parse(query.since)) &&
      (!query.until || Date.parse(one.at) < Date.parse(query.until)),
  )

export const adminAuditHandlers: AreaHandlers<keyof typeof adminAuditEndpoints> = {
  listAdminEvents({ db, query }) {
    const newest = found(db, query)
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? newest.toReversed() : newest, query) }
  },
  exportAdminEvents({ db, query }) {
    const lines = found(db, query).map((one) =>
      csvLine([one.at, one.act, one.administrator.name, one.account?.name, one.target, one.reason]),
    )
    const head = csvLine(['at', 'act', 'administrator_name', 'account_name', 'target', 'reason'])
    return {
      status: 200,
      bytes: [head, ...lines].join(''),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="administrators.csv"',
      },
    }
  },
}
