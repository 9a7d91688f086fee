import type { Plan, Track } from './plan.ts'

/**
 * The command line of a plan. Names the demuxer and allows only the file protocol, so that a source
 * can't refer to other files or URLs.
 */
export function ffmpegArguments(plan: Plan): string[] {
  const { start, length, indexed } = plan
  const from = start > 0 ? ['-ss', seconds(start)] : []
  return [
    '-nostdin',
    '-hide_banner',
    ...['-v', 'error'],
    ...['-progress', 'pipe:1', '-stats_period', '0.2', '-nostats'],
    ...['-filter_threads', '1'],
    ...['-protocol_whitelist', 'file,pipe'],
    // The plan rotates the video itself, so that all engines do it at the same stage.
    ...['-noautorotate', '-threads', '2'],
    ...['-f', plan.demuxer],
    ...(indexed ? from : []),
    ...['-i', `file:${plan.input}`],
    ...(indexed ? [] : from),
    ...(length === null ? [] : ['-t', seconds(length)]),
    ...trackArguments('v', plan.video),
    ...trackArguments('a', plan.sound),
    ...['-sn', '-dn', '-map_chapters', '-1'],
    ...metadataArguments(plan),
    ...Object.entries(plan.muxerOptions).flatMap(([name, value]) => [`-${name}`, value]),
    ...['-f', plan.muxer, '-y', `file:${plan.output}`],
  ]
}

/** Title and artist are copied between files; Ogg stores them in the stream. */
function metadataArguments({ metadata, demuxer, video, sound }: Plan): string[] {
  if (!metadata) return ['-map_metadata', '-1']
  return demuxer === 'ogg' && sound && !video ? ['-map_metadata', `0:s:${sound.index}`] : []
}

function trackArguments(kind: 'v' | 'a', track: Track | null): string[] {
  if (!track) return [`-${kind}n`]
  const tag = track.tag ? [`-tag:${kind}`, track.tag] : []
  const map = ['-map', `0:${track.index}`]
  if (track.copy) return [...map, `-c:${kind}`, 'copy', ...tag]
  return [
    ...map,
    ...[`-filter:${kind}`, track.filter],
    ...[`-c:${kind}`, track.encoder],
    ...Object.entries(track.options).flatMap(([name, value]) => [`-${name}:${kind}`, value]),
    ...(kind === 'v' ? ['-fps_mode', 'vfr'] : []),
    ...(track.frames ? [`-frames:${kind}`, String(track.frames)] : []),
    ...tag,
  ]
}

const seconds = (value: number) => value.toFixed(6)
