import { z } from 'zod'
import { CreatedBy } from './created-by.ts'
import { FileName } from './file-name.ts'
import { listOf, listQuery } from './lists.ts'
import { Destination } from './pdf.ts'
import { singleLine } from './single-line.ts'

/**
 * Bytes and pixels of a photo, bytes of a preview, pages of a session, open sessions of an owner,
 * and times in seconds.
 */
export const SCAN_LIMITS = {
  photoBytes: 25_000_000,
  photoPixels: 50_000_000,
  previewBytes: 200_000,
  pages: 200,
  openSessions: 20,
  /** Photos of all open sessions of an owner: they count towards no storage. */
  openBytes: 4_000_000_000,
  /**
   * A session expires after so long without a request from the desk or a phone, and after so long
   * in any case.
   */
  idleSeconds: 30 * 60,
  maxSeconds: 24 * 3600,
  codeSeconds: 10 * 60,
  /** A deleted page can be restored for so long. */
  undoSeconds: 10 * 60,
  /** A phone that has not asked for so long is shown as disconnected. */
  awaySeconds: 45,
  /** The longest wait of a poll. */
  waitSeconds: 25,
} as const

const instant = z.iso.datetime()
const share = z.number().min(0).max(1)
const Point = z.tuple([share, share])

/** Whether each corner turns to the right, as the corners of a sheet do that is seen from above. */
export function isConvex(corners: readonly (readonly [number, number])[]): boolean {
  return corners.every(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] ?? [0, 0]
    const [thirdX, thirdY] = corners[(at + 2) % 4] ?? [0, 0]
    return (nextX - x) * (thirdY - nextY) - (nextY - y) * (thirdX - nextX) > 0
  })
}

export const ScanFilter = z.enum(['original', 'clean', 'grey', 'bw']).meta({
  id: 'ScanFilter',
  description:
    'Filter of a page: the photo as it is, shadows removed in colour (`clean`), shadows removed in grey, or black and white.',
})
export type ScanFilter = z.infer<typeof ScanFilter>

/**
 * How a photo becomes a page. All of it can be changed at any time: the photo itself stays as it
 * came.
 */
export const ScanPageSettings = z
  .strictObject({
    quad: z
      .tuple([Point, Point, Point, Point])
      .refine(isConvex, { message: 'The corners must go round a convex shape, clockwise.' })
      .nullable()
      .default(null)
      .meta({
        description:
          'Corners of the sheet: top left, top right, bottom right, bottom left, each as shares of width and height of the upright photo. Null for the whole photo.',
        example: [
          [0.1, 0.08],
          [0.9, 0.1],
          [0.92, 0.93],
          [0.07, 0.9],
        ],
      }),
    rotation: z
      .literal([0, 90, 180, 270])
      .default(0)
      .meta({ description: 'Degrees clockwise, after straightening.' }),
    filter: ScanFilter.default('clean'),
    layout: z.enum(['page', 'book', 'back']).default('page').meta({
      description:
        '`book`: two pages side by side, cut in the middle. `back`: the other side of the card on the page before, placed below it on the same page.',
    }),
  })
  .meta({ id: 'ScanPageSettings', description: 'Corners, rotation, filter and layout of a scanned page.' })
export type ScanPageSettings = z.output<typeof ScanPageSettings>

export const ScanPhone = z
  .object({
    phone_id: z.uuid().meta({ description: 'Id that the phone made for itself.' }),
    name: z.string().nullable().meta({ description: 'Name that was typed on the phone; null if none.' }),
    device: z.string().meta({ description: 'Browser and system.', example: 'Chrome on Android' }),
    is_connected: z.boolean().meta({ description: 'Whether it has asked within the last 45 seconds.' }),
    last_seen_at: instant.meta({ description: 'When it last asked.' }),
    pages: z.int().min(0).meta({ description: 'Number of pages that it sent.' }),
  })
  .meta({ id: 'ScanPhone', description: 'A phone that is paired with a session.' })
export type ScanPhone = z.infer<typeof ScanPhone>

export const ScanPage = z
  .object({
    page_id: z.uuid().meta({ description: 'Id of the page, made by the device that added it.' }),
    position: z.int().min(1).meta({ description: 'Place of the page in the document.' }),
    state: z.enum(['receiving', 'ready']).meta({
      description: '`receiving`: only the preview is there. `ready`: the photo has arrived.',
    }),
    width: z.int().nullable().meta({ description: 'Width of the upright photo in pixels; null before.' }),
    height: z.int().nullable().meta({ description: 'Height of the upright photo in pixels; null before.' }),
    size_bytes: z.int().min(0).nullable().meta({ description: 'Size of the photo; null before.' }),
    settings: ScanPageSettings,
    version: z.int().min(1).meta({ description: 'Grows with each change of the page.' }),
    photo_version: z.int().min(1).meta({ description: 'Grows whenever the photo is replaced.' }),
    is_retake_requested: z
      .boolean()
      .meta({ description: 'Whether the desk asks for a new photo; false again once it has arrived.' }),
    phone_id: z.uuid().nullable().meta({ description: 'The phone that sent it; null if from the desk.' }),
    changed_by: z.uuid().nullable().meta({ description: 'Phone that changed it last; null for the desk.' }),
    changed_at: instant.meta({ description: 'When it was last changed.' }),
    created_at: instant.meta({ description: 'When its first part arrived.' }),
    image_url: z.string().meta({
      description: 'Path of the image of the page; takes `variant`, and the caller’s own credentials.',
    }),
  })
  .meta({ id: 'ScanPage', description: 'A page of a scan session.' })
export type ScanPage = z.infer<typeof ScanPage>

/** A page as an event tells of it. */
export const ScanPageEvent = ScanPage.extend({
  session_id: z.uuid().meta({ description: 'Id of the scan session.' }),
}).meta({ id: 'ScanPageEvent', description: 'A page that was added to a scan session.' })

export const ScanStatus = z.enum(['waiting', 'paired', 'finalizing', 'completed', 'expired', 'ended']).meta({
  id: 'ScanStatus',
  description:
    '`waiting` for the first phone or page; `paired`; `finalizing` while a PDF is made; `completed` after one was; `expired` after 30 minutes without a request or after 24 hours; `ended` by its owner.',
})
export type ScanStatus = z.infer<typeof ScanStatus>

/** The same for the desk and the phones. */
export const ScanSession = z
  .object({
    session_id: z.uuid().meta({ description: 'Id of the session.' }),
    title: z.string().meta({ description: 'Title for people; may be empty.' }),
    status: ScanStatus,
    revision: z.int().min(1).meta({ description: 'Grows with each change; `since` waits for the next one.' }),
    desk_name: z
      .string()
      .nullable()
      .meta({ description: 'First name of the person at the desk; null if unknown.', example: 'Maren' }),
    phones: z.array(ScanPhone).meta({ description: 'Phones that were paired, the first one first.' }),
    pages: z.array(ScanPage).meta({ description: 'The pages in their order.' }),
    conversion_id: z.uuid().nullable().meta({ description: 'The last conversion into a PDF; null if none.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'When it was opened.' }),
    expires_at: instant.meta({ description: 'When it ends if nothing happens.' }),
    ended_at: instant.nullable().meta({ description: 'When it ended; null while it is open.' }),
  })
  .meta({ id: 'ScanSession', description: 'A scan session.' })
export type ScanSession = z.infer<typeof ScanSession>

/** In one answer only: the instance stores hashes of the token and the code. */
export const ScanPairing = z
  .object({
    code: z.string().meta({
      description: 'Eight characters that can be typed on the phone instead, once, within ten minutes.',
      example: '7KXP42MQ',
    }),
    code_expires_at: instant.meta({ description: 'When the code stops working.' }),
    pairing_token: z.string().meta({
      description: 'A secret: bearer of the operations below `pair/` for this session, and of nothing else.',
    }),
    pairing_url: z.string().meta({
      description: 'Address for the phone, for example as a QR code. The token is in its fragment.',
    }),
    pairing_urls: z.array(z.string()).meta({
      description:
        'The same at each address of this instance that a phone may reach, where no public URL is set; the first one is `pairing_url`.',
    }),
  })
  .extend({
    is_reachable: z.boolean().meta({
      description:
        'False where this instance listens on its own machine only, so that no phone reaches it: the operator sets `HOST` or `PUBLIC_URL`.',
    }),
    has_camera: z.boolean().meta({
      description: 'Whether the page at `pairing_url` may use the camera: over HTTPS, or on this machine.',
    }),
  })
  .meta({ id: 'ScanPairing', description: 'How a phone is paired with a session.' })
export type ScanPairing = z.infer<typeof ScanPairing>

export const ScanSessionMade = ScanSession.extend(ScanPairing.shape).meta({
  id: 'ScanSessionMade',
  description: 'A new scan session with its pairing link.',
})

const title = singleLine(120).trim().meta({ description: 'Title for people.' })

export const CreateScanJson = z
  .strictObject({ title: title.default('') })
  .meta({ id: 'CreateScanJson', description: 'A new scan session.' })

const pageOrder = z.array(z.uuid()).max(SCAN_LIMITS.pages).optional().meta({
  description:
    'Ids of all pages in their new order. Pages that it does not name follow in the order in which they were taken.',
})

export const UpdateScanJson = z
  .strictObject({ title: title.optional(), page_order: pageOrder })
  .meta({ id: 'UpdateScanJson', description: 'Changes of a scan session.' })

const phoneId = z.uuid().meta({ description: 'Id that the phone made for itself.' })

export const UpdatePairJson = z
  .strictObject({
    phone_id: phoneId,
    name: z
      .string()
      .trim()
      .max(40)
      .optional()
      .meta({ description: 'Name shown at the desk; empty for none.' }),
    page_order: pageOrder,
  })
  .meta({ id: 'UpdatePairJson', description: 'Changes that a phone makes to its session.' })

export const PairJson = z
  .strictObject({ code: z.string().trim().min(8).max(12).meta({ description: 'Code shown at the desk.' }) })
  .meta({ id: 'PairJson', description: 'Code that pairs a phone.' })

export const Paired = z
  .object({ pairing_token: z.string().meta({ description: 'A secret: bearer of the session.' }) })
  .meta({ id: 'Paired', description: 'The token of a paired phone.' })

export const UpdateScanPageJson = z
  .strictObject({
    settings: ScanPageSettings,
    version: z.int().min(1).meta({
      description: 'The version that was changed. The answer is 412 if the page was changed since.',
    }),
    is_retake_requested: z.boolean().optional().meta({
      description: 'Asks phones for a new photo, or withdraws that. It is no change of the version.',
    }),
    phone_id: phoneId.optional(),
  })
  .meta({ id: 'UpdateScanPageJson', description: 'New settings of a page.' })

/** A page from a phone or from the desk. Text parts come before the file. */
export const ScanPageForm = z
  .object({
    page_id: z
      .uuid()
      .meta({ description: 'Made by the device: a repeated upload with the same bytes adds nothing.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({ description: 'Of the file, in lower-case hexadecimal; what differs is refused.' }),
    kind: z
      .enum(['preview', 'page'])
      .default('page')
      .meta({ description: 'A small preview that is sent first, or the photo.' }),
    settings: z.string().max(2000).optional().meta({ description: '`ScanPageSettings` as JSON.' }),
    replace: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Whether the photo replaces the one that the page has: a retake.' }),
    phone_id: z.uuid().optional().meta({ description: 'Id that the phone made for itself.' }),
    pairing_token: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'In place of the Authorization header.' }),
    file: z.file().meta({ description: 'JPEG, PNG, WebP or HEIC; at most 25 MB and 50 megapixels.' }),
  })
  .meta({ id: 'ScanPageForm', description: 'Form with a photo of a page.' })

export const DeskPageForm = ScanPageForm.omit({ phone_id: true, pairing_token: true }).meta({
  id: 'DeskPageForm',
  description: 'Form with an image that becomes a page.',
})

export const StoredPageJson = z
  .strictObject({
    page_id: z.uuid().meta({ description: 'Made by the caller.' }),
    file_id: z.uuid().meta({ description: 'Id of a stored image.' }),
    settings: ScanPageSettings.optional(),
  })
  .meta({ id: 'StoredPageJson', description: 'A stored image that becomes a page.' })

export const FinalizeScanJson = z
  .strictObject({
    filename: FileName.optional(),
    title: singleLine(200).trim().default('').meta({ description: 'Title in the PDF’s properties.' }),
    page_size: z.enum(['auto', 'a4', 'letter', 'fit']).default('auto').meta({
      description:
        '`auto`: A4 or Letter where the sheet has that ratio, else its own ratio. `fit`: its own ratio on every page.',
    }),
    margin_mm: z
      .number()
      .min(0)
      .max(50)
      .multipleOf(0.5)
      .default(0)
      .meta({ description: 'White margin in millimetres.' }),
    quality: z
      .enum(['small', 'balanced', 'best'])
      .default('balanced')
      .meta({ description: '150, 200 or 300 dots per inch.' }),
    colour: z
      .enum(['pages', 'grey', 'bw'])
      .default('pages')
      .meta({ description: '`pages`: as each page’s filter says; otherwise all pages alike.' }),
    ocr: z
      .strictObject({
        languages: z
          .array(z.string().max(20))
          .min(1)
          .max(3)
          .meta({
            description: 'Codes of installed languages.',
            example: ['eng'],
          }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'Text recognition, so that the PDF can be searched; null for none.' }),
    destination: Destination.default({ kind: 'download' }),
    skip_missing: z
      .boolean()
      .default(false)
      .meta({ description: 'Leave out pages whose photo has not arrived.' }),
  })
  .meta({ id: 'FinalizeScanJson', description: 'How the pages become a PDF.' })
export type FinalizeScanJson = z.output<typeof FinalizeScanJson>

export const ScanQuote = z
  .object({
    pages: z.int().min(0).meta({ description: 'Pages of the PDF.' }),
    waiting: z.int().min(0).meta({ description: 'Pages whose photo has not arrived.' }),
    page_credits: z.int().min(0).meta({ description: 'Credits for all pages.' }),
    ocr_credits: z.int().min(0).meta({ description: 'Credits for text recognition.' }),
    credits: z.int().min(0).meta({ description: 'Total price.' }),
    available: z.int().meta({ description: 'Credits of the account.' }),
    size_bytes: z.int().min(0).meta({ description: 'Estimated size of the PDF.' }),
    languages: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Code of the language.', example: 'eng' }),
          name: z.string().meta({ description: 'Its name in English.', example: 'English' }),
        }),
      )
      .meta({ description: 'Installed languages of text recognition; empty where there is none.' }),
  })
  .meta({ id: 'ScanQuote', description: 'Price and estimated size of a PDF.' })
export type ScanQuote = z.infer<typeof ScanQuote>

export const ScanSessionsQuery = listQuery(['created_at']).extend({
  open: z.enum(['true', 'false']).optional().meta({ description: 'Only open or only closed sessions.' }),
})

export const ScanSessionItem = ScanSession.pick({
  session_id: true,
  title: true,
  status: true,
  conversion_id: true,
  created_by: true,
  created_at: true,
  expires_at: true,
  ended_at: true,
})
  .extend({
    page_count: z.int().min(0).meta({ description: 'Number of pages.' }),
    phone_count: z.int().min(0).meta({ description: 'Number of paired phones.' }),
  })
  .meta({ id: 'ScanSessionItem', description: 'A scan session in a list.' })
export type ScanSessionItem = z.infer<typeof ScanSessionItem>
export const ScanSessionList = listOf('ScanSessionList', ScanSessionItem)

export const scanPollQuery = z.object({
  since: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'A revision: the answer waits until there is a newer one.' }),
  wait: z.coerce
    .number()
    .min(0)
    .max(SCAN_LIMITS.waitSeconds)
    .default(0)
    .meta({ description: 'Seconds to wait.' }),
})
