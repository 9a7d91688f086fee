import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { serve } from '../../../../server/engines/kernel/child-serve.ts'
import { EngineFailure } from '../../../../server/engines/kernel/engine.ts'
import { sentence } from '../../../../server/engines/kernel/sentence.ts'

/** What the tests of pool and sandbox ask of a child: to look around, or to misbehave. */
export type ProbeRequest =
  | { do: 'say'; text: string }
  | { do: 'read'; path: string }
  | { do: 'list'; path: string }
  | { do: 'environment' }
  | { do: 'connect'; to: number | string }
  | { do: 'run'; command: string[] }
  | { do: 'hang' | 'crash' | 'refuse' | 'lie' | 'link' | 'descend' }
  | { do: 'grumble' | 'refuse-with-cause' | 'run-out' }
  | { do: 'wait' }
  | { do: 'fill-memory' | 'fill-folder' | 'fill-table' }
  | { do: 'overwrite-input' }
  | { do: 'spoil' }
  | { do: 'trap' | 'throw' | 'end'; always?: boolean; burnMs?: number }

const kept: Buffer[] = []
let spoiled = false

function attempt(what: () => string): string {
  try {
    return what()
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code}`
  }
}

function answer(text: string) {
  writeFileSync('out/answer.txt', text)
  return { files: ['answer.txt'], warnings: [] }
}

await serve<ProbeRequest>({
  async warm() {},
  async run(request, report) {
    report(sentence`Working`, 0.5)
    switch (request.do) {
      case 'say':
        return answer(`${request.text}\n${readdirSync('in').join()}\n${readdirSync('tmp').join()}`)
      case 'read':
        return answer(attempt(() => readFileSync(request.path, 'utf8')))
      case 'list':
        return answer(attempt(() => readdirSync(request.path).join()))
      case 'environment':
        return answer(JSON.stringify(process.env))
      case 'overwrite-input':
        return answer(attempt(() => String(writeFileSync('in/source.txt', 'changed'))))
      case 'connect':
        return new Promise((resolve) => {
          const { to } = request
          const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to)
          socket.once('connect', () => resolve(answer('connected')))
          socket.once('error', (error: NodeJS.ErrnoException) => resolve(answer(`refused: ${error.code}`)))
        })
      case 'run': {
        const [command = '', ...args] = request.command
        const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
        return answer(status === 0 ? stdout : `refused: ${stderr}`)
      }
      case 'spoil':
        spoiled = true
        return answer('spoiled')
      case 'trap':
      case 'throw':
      case 'end':
        for (const end = performance.now() + (request.burnMs ?? 0); performance.now() < end; ) kept.length = 0
        if (!spoiled && !request.always) return answer('well')
        if (request.do === 'end') return process.abort()
        if (request.do === 'throw') throw new TypeError('Something is not a function.')
        throw new EngineFailure('source_damaged', sentence`It is damaged.`, {
          cause: new WebAssembly.RuntimeError('memory access out of bounds'),
        })
      case 'hang':
        for (;;) kept.length = 0
      case 'wait':
        return new Promise(() => {
          setInterval(() => {}, 1000)
        })
      case 'descend':
        spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
        return new Promise(() => {
          setInterval(() => {}, 1000)
        })
      case 'crash':
        return process.abort()
      case 'refuse':
        throw new EngineFailure('source_damaged', sentence`It is damaged.`)
      case 'refuse-with-cause':
        throw new EngineFailure('source_damaged', sentence`It is damaged.`, {
          cause: new Error('the inner reason'),
        })
      case 'grumble':
        process.stderr.write('out of memory, nearly\n')
        return answer('done')
      case 'run-out':
        process.stderr.write(`${'A small complaint.\n'.repeat(1000)}FATAL ERROR: out of memory\n`)
        return process.abort()
      case 'lie':
        return { files: ['../../../escape.txt'], warnings: [] }
      case 'link': {
        const { symlinkSync } = await import('node:fs')
        symlinkSync('/etc/hostname', 'out/answer.txt')
        return { files: ['answer.txt'], warnings: [] }
      }
      case 'fill-memory':
        for (;;) {
          kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      case 'fill-folder':
        for (let index = 0; ; index++) {
          writeFileSync(`out/part-${index}`, Buffer.alloc(1024 * 1024))
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      case 'fill-table':
        for (let index = 0; ; index++) {
          writeFileSync(`out/part-${index}`, '')
          if (index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
        }
    }
  },
})
