import { cpus, loadavg, totalmem } from 'node:os'

/** Date, machine and load before a measurement. `note` says what else the machine was doing. */
export function circumstances(note = ''): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(', ')
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() || 'unknown processor'}, ${memory} GiB, Node ${process.versions.node}`
  return [`${date} UTC`, machine, `load before: ${load}`, note].filter(Boolean).join('; ')
}
