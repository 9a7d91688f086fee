import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isSwiftHere, SWIFT, startSwift } from '../../scripts/swift.js'

/** One real server for the whole run; each test makes a bucket of its own in it. */
export default async function setup(project: TestProject) {
  if (!isSwiftHere())
    throw new Error(
      `These tests need a real server: apt install --no-install-recommends ${Object.keys(SWIFT).join(' ')}`,
    )
  const { url, accessKeyId, secretAccessKey, stop } = await startSwift(
    mkdtempSync(join(tmpdir(), 'filewright-swift-')),
  )
  project.provide('s3', { endpoint: url, accessKeyId, secretAccessKey })
  return stop
}
