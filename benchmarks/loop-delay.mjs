// Loaded into a server with --import. On SIGUSR2, writes the event loop delay in nanoseconds to LOOP_DELAY_FILE and resets it.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
  const { max, mean } = delay
  const values = { p50: delay.percentile(50), p99: delay.percentile(99), max, mean }
  writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify(values))
  delay.reset()
})
