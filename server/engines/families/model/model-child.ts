import { serve } from '../../kernel/child-serve.ts'
import { type ModelRequest, runModel, warmModels } from './run.ts'

await serve<ModelRequest>({ warm: warmModels, run: runModel })
