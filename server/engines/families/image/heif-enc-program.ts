import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** libheif's own program for writing; the same inside the sandbox. */
export const HEIF_ENC = '/usr/bin/heif-enc'

let found: Found | null | undefined

/**
 * libheif's program with its version, looked for once. Null where it is not here, or has no encoder
 * for HEIC.
 */
export function findHeifEnc(): Found | null {
  if (!existsSync(HEIF_ENC)) return null
  if (found !== undefined) return found
  const ask = (word: string) => {
    const { stdout, stderr } = spawnSync(HEIF_ENC, [word], { encoding: 'utf8', timeout: 5000, env: {} })
    return `${stdout}\n${stderr}`
  }
  const encoders = /HEIC encoders:\n- \S+/.test(ask('--list-encoders'))
  const version = /libheif version: ([\d.]+)/.exec(ask('--help'))?.[1] ?? null
  found = encoders ? { version, path: HEIF_ENC } : null
  return found
}
