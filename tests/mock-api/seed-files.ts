import type { StoredUserFile } from './stored-files.ts'

type Row = [name: string, bytes: number, conversion?: boolean]

const FILES: Row[] = [
  ['Lease, 14 Harbour Row (final).pdf', 412_000, true],
  ['IMG_4821.HEIC', 3_100_000],
  ['storefront-panorama-stitched.tiff', 412_000_000],
  ['look-02-knitwear-detail.webp', 4_300_000, true],
  ['november-ledger.xlsx', 4_200_000],
  ['harbour-walk-through-2026-11-02.mp4', 1_240_000_000],
  ['Inter-SemiBold.woff2', 112_000],
  ['interview-with-the-harbour-master.flac', 188_000_000],
  ['impeller-v7.glb', 41_000_000],
  ['site-backup.tar.zst', 920_000_000],
  ['Tender response vol 2.docx', 14_300_000],
  ['INV-2026-11873.pdf', 94_000, true],
  ['INV-2026-11874.pdf', 96_000, true],
  ['wordmark-outline.svg', 12_000],
  [
    'minutes-2026-11-03-a-rather-long-name-that-nobody-shortened-before-sending-it-on-to-everybody-else.pdf',
    51_000,
  ],
  ['look-04-coat.jpg', 9_100_000],
  ['scan-0042.jpg', 2_800_000],
  ['readings.parquet', 64_000_000],
]

const MINUTE = 60_000

/** Of one owner, the newest first; the names come again with a number behind them. */
export function seedFiles(owner: string, count = FILES.length, now = Date.now()): StoredUserFile[] {
  return Array.from({ length: count }, (_, index) => {
    const [name, bytes, conversion = false] = FILES[index % FILES.length] as Row
    const round = Math.floor(index / FILES.length)
    const id = `018f2d6e-2000-7000-8000-${String(index + 1).padStart(12, '0')}`
    const at = new Date(now - (6 + index * 53 + (index * index) / 2) * MINUTE).toISOString()
    return {
      id,
      owner,
      name: round === 0 ? name : name.replace(/(\.[^.]*)$/, ` ${round + 1}$1`),
      key: `files/${id}`,
      bytes,
      content: null,
      sha256: id.replaceAll('-', '').repeat(2),
      conversionId: conversion ? `018f2d6e-1000-7000-8000-${String(index + 1).padStart(12, '0')}` : null,
      tracked: false,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    }
  })
}
