import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const hasReaders =
  existsSync('/usr/bin/sqlite3') && existsSync('/usr/lib/python3/dist-packages/yaml/__init__.py')

const python = (program: string, path: string): unknown =>
  JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', program, path], {
      maxBuffer: 1e9,
      env: { PYTHONUTF8: '1' },
    }).toString(),
  )

/**
 * What Python's own readers find in a file, as JSON. Numbers that JavaScript would round come as
 * text.
 */
export const readByPython = {
  csv: (path: string) =>
    python(
      'import csv,json,sys;print(json.dumps(list(csv.reader(open(sys.argv[1],newline="",encoding="utf-8")))))',
      path,
    ),
  tsv: (path: string) =>
    python(
      'import csv,json,sys;print(json.dumps(list(csv.reader(open(sys.argv[1],newline="",encoding="utf-8"),delimiter="\\t"))))',
      path,
    ),
  json: (path: string) =>
    python(
      'import json,sys;print(json.dumps(json.load(open(sys.argv[1],encoding="utf-8"),parse_int=lambda t:int(t) if len(t)<16 else "int "+t,parse_float=lambda t:float(t) if len(t)<17 else "float "+t)))',
      path,
    ),
  ndjson: (path: string) =>
    python(
      'import json,sys;print(json.dumps([json.loads(l) for l in open(sys.argv[1],encoding="utf-8")]))',
      path,
    ),
  yaml: (path: string) =>
    python(
      'import yaml,json,sys;print(json.dumps(yaml.safe_load(open(sys.argv[1],encoding="utf-8")),default=str))',
      path,
    ),
  xml: (path: string) =>
    python(
      `import xml.etree.ElementTree as E,json,sys
def v(e):return {"tag":e.tag,"attrib":e.attrib,"text":(e.text or "").strip(),"children":[v(c) for c in e]}
print(json.dumps(v(E.parse(sys.argv[1]).getroot())))`,
      path,
    ),
}

/** What SQLite's own shell answers, as JSON. */
export const query = (path: string, sql: string): unknown =>
  JSON.parse(execFileSync('sqlite3', ['-json', path, sql]).toString() || '[]')

/** A database of the given statements, made by SQLite's own shell. */
export function database(path: string, sql: string): string {
  execFileSync('sqlite3', [path], { input: sql })
  return path
}
