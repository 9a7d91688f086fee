/**
 * The expected result for a file. `convert-no-egress`: it is converted or refused, without any
 * request.
 */
export type Expected = 'convert' | 'clean-fail' | 'either' | 'convert-no-egress'

export interface MadeFile {
  family: 'docs' | 'fonts' | 'hostile' | 'images' | 'models' | 'pdf' | 'video'
  file: string
  bytes: Uint8Array
  expected: Expected
  note?: string
  /** What an independent program says about it. */
  oracle?: string
  licence?: string
}

type Row = [file: string, bytes: Uint8Array | string, expected?: Expected, note?: string, oracle?: string]

export const familyOf = (family: MadeFile['family'], rows: Row[]): MadeFile[] =>
  rows.map(([file, content, expected = 'convert', note = '', oracle = '']) => ({
    family,
    file,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    expected,
    note,
    oracle,
  }))
