import type { statusEndpoints } from '../../contract/status.ts'
import type { AreaHandlers } from './handler.ts'

const ok = (detail: string, latency_ms: number) => ({ status: 'ok' as const, detail, latency_ms })

const family = () => ({
  status: 200 as const,
  body: {
    status: 'ok' as const,
    checks: {
      database: ok('Answers.', 2),
      storage: ok('Reads and writes.', 4),
      broker: ok('Nothing waits longer than it should.', 3),
      engines: ok('All are installed.', 0),
    },
    engines: { mock: { installed: true, version: '1.0.0' } },
  },
})

export const statusHandlers: AreaHandlers<keyof typeof statusEndpoints> = {
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
  getMediaHealth: family,
  getFontHealth: family,
}
