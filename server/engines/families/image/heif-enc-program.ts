import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Found } from '../../kernel/module.ts'

/** The path of libheif's encoder, on the host and in the sandbox. */
export const HEIF_ENC = '/usr/bin/heif-enc'

let found: Found | null | undefined

/** The version of heif-enc, detected once. Null if it is missing or lacks a HEIC encoder. */
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
