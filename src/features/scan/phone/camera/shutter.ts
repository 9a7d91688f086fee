import { scanChoices } from '../settings.ts'

let audio: AudioContext | null = null

/** Unlocks audio, which browsers block before the first touch. Call it in a touch handler. */
export function prepareShutter(): void {
  if (!scanChoices().hasSound || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
}

/** The shutter sound and vibration of a capture, if enabled. */
export function shutter(): void {
  const { hasSound, hasVibration } = scanChoices()
  vibrate(hasVibration ? 30 : 0)
  if (hasSound && audio?.state === 'running') click(audio)
}

/** Browsers reject it, with a warning, before the first touch. */
export function vibrate(milliseconds: number): void {
  if (milliseconds > 0 && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(milliseconds)
}

/** Two clicks of filtered noise, like a shutter. */
function click(context: AudioContext): void {
  const rate = context.sampleRate
  const buffer = context.createBuffer(1, Math.round(rate * 0.09), rate)
  const samples = buffer.getChannelData(0)
  for (const start of [0, 0.05]) {
    const from = Math.round(start * rate)
    for (let at = 0; at < rate * 0.03 && from + at < samples.length; at++)
      samples[from + at] = (Math.random() * 2 - 1) * Math.exp(-at / (rate * 0.004))
  }
  const source = new AudioBufferSourceNode(context, { buffer })
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 2600, Q: 0.8 })
  const gain = new GainNode(context, { gain: 0.25 })
  source.connect(filter).connect(gain).connect(context.destination)
  source.start()
}
