import type { Conversion } from '../../contract/conversion.ts'
import { presentWarnings } from '../../server/core/present-message.ts'

export function setStatus(conversion: Conversion, status: Conversion['status']): void {
  conversion.status = status
  conversion.state = status
}

/** What a conversion that went well has beside its status. */
export function complete(conversion: Conversion): void {
  const shrink = conversion.family === 'image' ? 0.13 : 0.62
  conversion.progress = 1
  conversion.credits_charged = conversion.credits_quoted
  conversion.output = {
    filename: `${conversion.filename.replace(/\.[^.]*$/, '')}.${conversion.target_format}`,
    format: conversion.target_format,
    size_bytes: Math.max(1, Math.round(conversion.size_bytes * shrink)),
    sha256: conversion.conversion_id.replaceAll('-', '').repeat(2),
    s3_key: `outputs/${conversion.conversion_id}`,
    ...(conversion.target_format === 'pdf' && { pages: 12 }),
    ...(conversion.family === 'image' && { width: 4032, height: 3024 }),
    ...presentWarnings(
      conversion.source_format === 'docx' ? ['2 fonts were not in the file and were replaced.'] : [],
    ),
  }
  const area = { document: 'pdf_handler', font: 'fonts' }[conversion.family as string] ?? 'media_core/files'
  // A path: the answer puts the origin before it that was asked.
  conversion.download_url = `/api/v1/${area}/${conversion.conversion_id}/download/`
  conversion.expires_at = new Date(
    Date.parse(conversion.completed_at ?? conversion.created_at) + 7 * 86_400_000,
  ).toISOString()
}
