import type { EngineModule } from '../module.ts'

export const modelEngines: EngineModule = {
  engines: [],
  entries: () => [],
  programmes: () => [],
}
