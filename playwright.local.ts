import config from './playwright.config.ts'
const PORT = 4132
export default { ...config, workers: 1, use: { ...config.use, baseURL: `http://127.0.0.1:${PORT}` }, webServer: { ...config.webServer, env: { PORT: String(PORT) }, url: `http://127.0.0.1:${PORT}/api/v1/health/` } }
