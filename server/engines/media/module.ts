import type { EngineModule } from '../module.ts'

export const mediaEngines: EngineModule = {
  engines: [],
  entries: () => [],
  programmes: () => [],
}
