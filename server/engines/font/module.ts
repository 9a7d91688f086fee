import type { EngineModule } from '../module.ts'

export const fontEngines: EngineModule = {
  engines: [],
  entries: () => [],
  programmes: () => [],
}
