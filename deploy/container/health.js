// The image's health check. A web process answers by its health endpoint, a worker by its metrics,
// where these have a port.
const { ROLE = 'both', PORT = '4000', METRICS_PORT } = process.env
const isWorker = ROLE === 'worker'
const url = isWorker
  ? METRICS_PORT && `http://127.0.0.1:${METRICS_PORT}/metrics`
  : `http://127.0.0.1:${PORT}/api/v1/health/`
if (url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(8000) }).catch(() => null)
  // Metrics may ask for a token that this process doesn't have: any response shows that the worker
  // lives.
  process.exitCode = response && (isWorker || response.ok) ? 0 : 1
}
