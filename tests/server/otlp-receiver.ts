import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './process.ts'

/** A span as it arrived; ids are hexadecimal, times in milliseconds since 1970. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentId: string
  name: string
  kind: string
  begun: number
  ended: number
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  failed: boolean
  /** What the failure's status says. */
  reason: string
  resource: Record<string, string | number | boolean>
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

/** The fields of a protobuf message by their numbers: numbers as bigint, the rest as bytes. */
function fieldsOf(bytes: Buffer): Map<number, (bigint | Buffer)[]> {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const readers = [varint, () => take(8).readBigUInt64LE(), () => take(Number(varint()))]
    const wire = tag & 7
    const value = wire === 5 ? BigInt(take(4).readUInt32LE()) : readers[wire]?.()
    if (value === undefined) throw new Error(`wire type ${wire}`)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

type Fields = ReturnType<typeof fieldsOf>
const bytesAt = (fields: Fields, field: number) => (fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer
const textAt = (fields: Fields, field: number) => bytesAt(fields, field).toString('utf8')
const hexAt = (fields: Fields, field: number) => bytesAt(fields, field).toString('hex')
const numberAt = (fields: Fields, field: number) => Number(fields.get(field)?.[0] ?? 0n)
const eachAt = (fields: Fields, field: number) =>
  (fields.get(field) ?? []).map((bytes) => fieldsOf(bytes as Buffer))

function attributesAt(fields: Fields, field: number) {
  const attributes: ReceivedSpan['attributes'] = {}
  for (const pair of eachAt(fields, field)) {
    const value = fieldsOf(bytesAt(pair, 2))
    const [kind] = value.keys()
    const double = Buffer.alloc(8)
    if (kind === 4) double.writeBigUInt64LE(value.get(4)?.[0] as bigint)
    attributes[textAt(pair, 1)] =
      kind === 1
        ? textAt(value, 1)
        : kind === 2
          ? numberAt(value, 2) === 1
          : kind === 4
            ? double.readDoubleLE()
            : numberAt(value, 3)
  }
  return attributes
}

/** The spans of an ExportTraceServiceRequest (opentelemetry-proto 1.x). */
export const spansOf = (body: Buffer): ReceivedSpan[] =>
  eachAt(fieldsOf(body), 1).flatMap((ofResource) => {
    const resource = attributesAt(fieldsOf(bytesAt(ofResource, 1)), 1)
    return eachAt(ofResource, 2).flatMap((ofScope) =>
      eachAt(ofScope, 2).map((span) => {
        const status = fieldsOf(bytesAt(span, 15))
        return {
          traceId: hexAt(span, 1),
          spanId: hexAt(span, 2),
          parentId: hexAt(span, 4),
          name: textAt(span, 5),
          kind: KINDS[numberAt(span, 6)] as string,
          begun: numberAt(span, 7) / 1e6,
          ended: numberAt(span, 8) / 1e6,
          attributes: attributesAt(span, 9),
          links: eachAt(span, 13).map((link) => ({ traceId: hexAt(link, 1), spanId: hexAt(link, 2) })),
          failed: numberAt(status, 3) === 2,
          reason: textAt(status, 2),
          resource,
        }
      }),
    )
  })

/** A collector on loopback that takes OTLP by protobuf over HTTP. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: Buffer[] = []
  const headers: http.IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      bodies.push(body)
      headers.push(request.headers)
      if (request.url === '/v1/traces') spans.push(...spansOf(body))
      response.setHeader('content-type', 'application/x-protobuf')
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    /** The first span for which `test` holds, once it is there. */
    find: (test: (span: ReceivedSpan) => boolean) => until(60, async () => spans.find(test)),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
