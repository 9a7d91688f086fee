import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = `whsec_${Buffer.from('a key of exactly 32 bytes, yes!!').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another key of exactly 32 bytes!').toString('base64')}`
const BODY = '{"id":"evt_1","type":"file.created","data":{"object":{"name":"Übersicht.pdf"}}}'

const headersAt = (at: Date, ...secrets: string[]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('evt_1', at, BODY)).join(' '),
})

/**
 * A program around the sample of each language: its input is `[secret, headers, body]` as JSON, and
 * it exits with 3 if verification throws.
 */
const DRIVERS: Record<
  string,
  { sample: string; file: string; text: string; build?: string[]; command: string[]; version: string[] }
> = {
  Node: {
    ...{ sample: 'verify.mjs', file: 'run.mjs', command: [process.execPath, 'run.mjs'] },
    version: [process.execPath, '--version'],
    text: `import { readFileSync } from 'node:fs'
import { verify } from './verify.mjs'
const [secret, headers, body] = JSON.parse(readFileSync('given.json', 'utf8'))
try { verify(secret, headers, Buffer.from(body)) } catch { process.exit(3) }
`,
  },
  Python: {
    ...{
      sample: 'verify.py',
      file: 'run.py',
      command: ['python3', 'run.py'],
      version: ['python3', '--version'],
    },
    text: `import json, sys
from verify import verify
secret, headers, body = json.load(open('given.json', encoding='utf-8'))
try:
    verify(secret, headers, body.encode())
except ValueError:
    sys.exit(3)
`,
  },
  Go: {
    ...{
      sample: 'verify.go',
      file: 'verify_test.go',
      build: ['go', 'test', '-c', '-o', 'run'],
      command: ['./run'],
      version: ['go', 'version'],
    },
    text: `package webhook

import ("encoding/json"; "net/http"; "os"; "testing"; "time")

func TestMain(m *testing.M) {
	text, _ := os.ReadFile("given.json")
	var given []json.RawMessage
	json.Unmarshal(text, &given)
	var secret, body string
	var headers map[string]string
	json.Unmarshal(given[0], &secret)
	json.Unmarshal(given[1], &headers)
	json.Unmarshal(given[2], &body)
	header := http.Header{}
	for name, value := range headers { header.Set(name, value) }
	if Verify(secret, header, []byte(body), 5*time.Minute) != nil { os.Exit(3) }
}
`,
  },
  PHP: {
    ...{ sample: 'verify.php', file: 'run.php', command: ['php', 'run.php'], version: ['php', '--version'] },
    text: `<?php
require 'verify.php';
[$secret, $headers, $body] = json_decode(file_get_contents('given.json'), true);
try { verify($secret, $headers, $body); } catch (RuntimeException) { exit(3); }
`,
  },
  Ruby: {
    ...{ sample: 'verify.rb', file: 'run.rb', command: ['ruby', 'run.rb'], version: ['ruby', '--version'] },
    text: `require_relative "verify"
secret, headers, body = JSON.parse(File.read("given.json", encoding: "UTF-8"))
begin
  verify(secret, headers, body)
rescue RuntimeError
  exit 3
end
`,
  },
  Java: {
    ...{
      sample: 'verify.java',
      file: 'Run.java',
      build: ['javac', '-encoding', 'UTF-8', 'Run.java', 'Verify.java'],
      command: ['java', '-cp', '.', 'Run'],
      version: ['javac', '-version'],
    },
    text: `import java.nio.file.*; import java.util.*;
public class Run {
  public static void main(String[] none) throws Exception {
    List<String> lines = Files.readAllLines(Path.of("given.txt"));
    Map<String, String> headers = new HashMap<>();
    for (String line : lines.subList(2, lines.size())) headers.put(line.split(": ", 2)[0], line.split(": ", 2)[1]);
    try { Verify.verify(lines.get(0), headers, lines.get(1).getBytes("UTF-8"), 300); }
    catch (SecurityException wrong) { System.exit(3); }
  }
}
`,
  },
}

const isHere = async ([program = '', ...args]: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )
const here = new Map(
  await Promise.all(
    Object.entries(DRIVERS).map(async ([name, { version }]) => [name, await isHere(version)] as const),
  ),
)

describe.each(Object.entries(DRIVERS))(
  'the code for %s',
  (name, { sample, file, text, build = [], command }) => {
    const inside = join(folder, name)

    async function accepts(secret: string, headers: Record<string, string>, body: string): Promise<boolean> {
      writeFileSync(join(inside, 'given.json'), JSON.stringify([secret, headers, body]))
      const lines = Object.entries(headers).map((one) => one.join(': '))
      writeFileSync(join(inside, 'given.txt'), [secret, body, ...lines].join('\n'))
      const [program = '', ...args] = command
      return run(program, args, { cwd: inside }).then(
        () => true,
        ({ code, stdout, stderr }) => {
          if (code !== 3) throw new Error(`${stdout}${stderr}`)
          return false
        },
      )
    }

    it.skipIf(!here.get(name))('takes what was signed, and nothing else', { timeout: 300_000 }, async () => {
      mkdirSync(inside)
      // `javac` requires that the file has the name of its public class.
      const copy = name === 'Java' ? 'Verify.java' : sample
      copyFileSync(join(import.meta.dirname, 'samples', sample), join(inside, copy))
      writeFileSync(join(inside, file), text)
      if (name === 'Go') writeFileSync(join(inside, 'go.mod'), 'module webhook\n\ngo 1.18\n')
      const [compiler, ...args] = build
      const env = { ...process.env, GOCACHE: join(folder, 'go-cache') }
      if (compiler) await run(compiler, args, { cwd: inside, env })
      const now = new Date()
      const right = headersAt(now, SECRET)
      expect(await accepts(SECRET, right, BODY), 'signed').toBe(true)
      expect(await accepts(SECRET, headersAt(now, OTHER, SECRET), BODY), 'by two secrets').toBe(true)
      expect(await accepts(OTHER, right, BODY), 'another secret').toBe(false)
      expect(await accepts(SECRET, right, `${BODY} `), 'another body').toBe(false)
      expect(await accepts(SECRET, { ...right, 'webhook-id': 'evt_2' }, BODY), 'another id').toBe(false)
      const signature = right['webhook-signature'].replace('v1,', 'v2,')
      expect(await accepts(SECRET, { ...right, 'webhook-signature': signature }, BODY), 'version').toBe(false)
      expect(await accepts(SECRET, { ...right, 'webhook-signature': 'v1' }, BODY), 'no signature').toBe(false)
      const { 'webhook-id': _, ...rest } = right
      expect(await accepts(SECRET, rest, BODY), 'a header is missing').toBe(false)
      for (const ago of [400, -400]) {
        const at = new Date(now.getTime() - ago * 1000)
        expect(await accepts(SECRET, headersAt(at, SECRET), BODY), `${ago} s ago`).toBe(false)
      }
      expect(await accepts(SECRET, { ...right, 'webhook-timestamp': 'soon' }, BODY), 'no time').toBe(false)
    })
  },
)

it('the code for curl sends a request that is signed', { timeout: 30_000 }, async () => {
  const received: { headers: http.IncomingHttpHeaders; body: string }[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, WEBHOOK_URL: url }
  await run('bash', [join(import.meta.dirname, 'samples/send.sh')], { env })
  server.close()
  const [one] = received
  const headers = one?.headers as Record<string, string>
  expect(new Webhook(SECRET).verify(one?.body ?? '', headers)).toMatchObject({ type: 'webhook.test' })
  expect(headers['content-type']).toBe('application/json')
})
