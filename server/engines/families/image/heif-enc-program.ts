import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** libheif's own program for writing; the same inside the sandbox. */
export const HEIF_ENC = '/usr/bin/heif-enc'

let asked: Found | null | undefined

/** libheif's program with its version, which it is asked once. Null where it is not here, or has no encoder for HEIC. */
export function findHeifEnc(): Found | null {
  if (!existsSync(HEIF_ENC)) return null
  if (asked !== undefined) return asked
  const ask = (word: string) => {
    const { stdout, stderr } = spawnSync(HEIF_ENC, [word], { encoding: 'utf8', timeout: 5000, env: {} })
    return `${stdout}\n${stderr}`
  }
  const encoders = /HEIC encoders:\n- \S+/.test(ask('--list-encoders'))
  const version = /libheif version: ([\d.]+)/.exec(ask('--help'))?.[1] ?? null
  asked = encoders ? { version, path: HEIF_ENC } : null
  return asked
}
