import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where the instance under test keeps everything: the tests read from it what it would have sent by
 * mail.
 */
export const dataFolder = (port: string | number): string => join(tmpdir(), `filewright-e2e-${port}`)
