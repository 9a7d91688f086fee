import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { signDigest } from '../../../server/adapters/seal/cms.ts'
import { identityOf } from '../../../server/adapters/seal/identity.ts'
import { makeIdentity } from '../../../server/adapters/seal/own-certificate.ts'
import {
  digestOf,
  fillSignaturePlaceholder,
  findSignaturePlaceholder,
} from '../../../server/engines/families/pdf/seal/find-placeholder.ts'
import type { Certificate, CertifiedRecipient } from '../../../server/engines/families/pdf/seal/options.ts'
import { said } from './pdf-files.ts'

/** What a signature looks like when it was drawn: dark strokes, and nothing behind them. */
export function signature(width = 600, height = 200): Promise<Buffer> {
  const path =
    'M30 140 C 60 40, 110 20, 120 70 S 70 180, 110 150 S 190 60, 210 100 S 200 170, 240 130 S 330 70, 350 110 S 420 150, 560 60'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200" width="${width}" height="${height}"><path d="${path}" fill="none" stroke="#14213d" stroke-width="7" stroke-linecap="round"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

export const SEAL = {
  name: 'files.example',
  reason: 'Signed by all, and sealed',
  at: '2026-11-22T17:04:05.000Z',
  room: 8192,
}

export const recipient = (number: number, more: Partial<CertifiedRecipient> = {}): CertifiedRecipient => ({
  name: `Recipient Number ${number}`,
  email: `recipient-${number}@example.org`,
  role: 'signer',
  group: 1,
  access: 'link',
  signature: null,
  invited_at: '2026-11-20T08:00:00.000Z',
  viewed_at: '2026-11-21T09:30:00.000Z',
  consented_at: '2026-11-21T09:30:40.000Z',
  done_at: '2026-11-21T09:34:59.000Z',
  ip: '203.0.113.7',
  device: 'Firefox 144 on Linux',
  delegated_from: null,
  ...more,
})

export function certificate(more: Partial<Certificate> = {}): Certificate {
  return {
    title: 'Lease of the flat at Lindenweg 4',
    session_id: '7d6f6f0e-2f7a-4c1e-9a53-0d3c5b0f9f10',
    file_name: 'lease.pdf',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    pages: 5,
    verify_url: 'https://files.example/verify/7d6f6f0e-2f7a-4c1e-9a53-0d3c5b0f9f10',
    sender: { name: 'Ada Owner', email: 'ada@example.org' },
    sent_at: '2026-11-20T08:00:00.000Z',
    completed_at: '2026-11-22T17:04:05.000Z',
    recipients: [recipient(1), recipient(2, { role: 'approver', signature: null })],
    events: [
      { number: 1, at: '2026-11-20T07:58:00.000Z', says: 'The session was made', who: 'Ada Owner' },
      { number: 2, at: '2026-11-20T08:00:00.000Z', says: 'It was sent to 2 recipients', who: 'Ada Owner' },
    ],
    end: { number: 2, hash: 'a'.repeat(64) },
    ...more,
  }
}

let identity: Awaited<ReturnType<typeof identityOf>> | null = null

/**
 * Fills the room of a prepared file, as the server does, in a file beside it; returns that one's
 * path.
 */
export async function sealFile(path: string): Promise<string> {
  if (!identity) {
    const { privateKey, certificate: own } = await makeIdentity('files.example', new Date())
    identity = await identityOf(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }), [own])
  }
  const bytes = readFileSync(path)
  const room = findSignaturePlaceholder(bytes)
  fillSignaturePlaceholder(bytes, room, await signDigest(identity, digestOf(bytes, room), null))
  writeFileSync(`${path}.sealed.pdf`, bytes)
  return `${path}.sealed.pdf`
}

/** The words of a page as it is seen, in points from its upper left corner. */
export function wordsOf(path: string, page: number) {
  const html = said('pdftotext', '-cropbox', '-bbox', '-f', `${page}`, '-l', `${page}`, path, '-')
  return [...html.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g)].map(
    ([, x1, y1, x2, y2, text = '']) => {
      const [x, y] = [Number(x1), Number(y1)]
      return { text, x, y, width: Number(x2) - x, height: Number(y2) - y }
    },
  )
}
