import type pg from 'pg'

/** The application name of the queue's sessions, which each running server process has. */
export const QUEUE_SESSION = 'filewright-jobs'

/** Whether a server process uses the client's database. */
export async function isServerWorking(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [QUEUE_SESSION],
  )
  return rows.length > 0
}
