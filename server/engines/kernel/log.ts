/** The part of pino that the engines use. */
export interface EngineLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
