import type { AreaHandlers } from './handler.ts'

const ok = (detail: string, latency_ms: number) => ({ status: 'ok' as const, detail, latency_ms })

export const statusHandlers: AreaHandlers<'getHealth'> = {
  getHealth: () => ({
    status: 200,
    body: {
      status: 'ok',
      version: '0.1.0',
      checks: {
        database: ok('Answers.', 2),
        cache: ok('Answers.', 2),
        storage: ok('Reads and writes.', 4),
        broker: ok('Nothing waits longer than it should.', 3),
        engines: ok('All are installed.', 0),
      },
    },
  }),
}
