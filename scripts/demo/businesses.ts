import type { DocumentKind } from '../../contract/business-states.ts'
import type { Role } from '../../contract/permissions.ts'
import { pageOf } from './pdf.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

interface Member {
  username: string
  first_name: string
  last_name: string
  role: Role
}

const MEMBERS: readonly Member[] = [
  { username: 'ines', first_name: 'Ines', last_name: 'Marlow', role: 'admin' },
  { username: 'tom', first_name: 'Tom', last_name: 'Beckett', role: 'manager' },
  { username: 'ana', first_name: 'Ana', last_name: 'Ruiz Calder', role: 'employee' },
  { username: 'joel', first_name: 'Joel', last_name: 'Strand', role: 'billing' },
  { username: 'priya', first_name: 'Priya', last_name: 'Raman', role: 'viewer' },
  { username: 'samuel', first_name: 'Samuel', last_name: 'Oyelaran', role: 'employee' },
]

const DOCUMENTS: readonly [kind: DocumentKind, name: string, line: string][] = [
  ['registration_certificate', 'certidao-permanente.pdf', 'Extract of the commercial register'],
  ['proof_of_address', 'utility-bill-october.pdf', 'Electricity, October 2026'],
  ['owner_identity', 'passport.pdf', 'Passport'],
  ['tax_registration', 'vat-certificate-2026.pdf', 'VAT certificate 2026'],
]

const BUSINESS = '/auth/api/v1/business/'
const BUSINESSES = '/auth/api/v1/businesses/'

/**
 * Two businesses of the demo's account: one at work with members, one whose verification is under
 * review.
 */
export async function openBusinesses(visit: Visit, isAdmin: boolean): Promise<void> {
  const harbour = await openBusiness(visit, {
    name: 'Harbour & Co',
    legal_name: 'Harbour & Co, Lda',
    registration_number: '514 882 307',
    tax_id: 'PT514882307',
    industry: 'Real estate',
    address_line1: 'Rua do Cais 14',
    postal_code: '1200-109',
    city: 'Lisbon',
    country: 'PT',
    email: 'office@harbour.example',
    website: 'https://harbour.example',
    description: 'Lets and looks after houses at the harbour.',
  })
  const studio = await openBusiness(visit, {
    name: 'Nordlicht Studio',
    legal_name: 'Nordlicht Studio GmbH',
    registration_number: 'HRB 20417',
    tax_id: 'DE318204411',
    industry: 'Design',
    address_line1: 'Möwenweg 3',
    postal_code: '24103',
    city: 'Kiel',
    country: 'DE',
  })
  await peopleOf(visit, harbour)
  const text = Buffer.from(TEXTS['Lease, 14 Harbour Row.md'] ?? '')
  await visit.actingFor(harbour).store({ name: 'Lease, 14 Harbour Row.md', content: text })
  if (!isAdmin) return
  await visit.ask('POST', `${BUSINESSES}${harbour}/review-verification/`, { is_approved: true })
  await visit.ask('PUT', `${BUSINESS}${harbour}/status/?status=active`)
  await visit.ask('POST', `${BUSINESSES}${studio}/start-review/`)
}

/** Makes one with all documents submitted; the answer is its `biz_…`. */
async function openBusiness(visit: Visit, profile: Record<string, string>): Promise<string> {
  const { business_id } = await visit.ask<{ business_id: string }>('POST', BUSINESS, profile)
  for (const [kind, name, line] of DOCUMENTS) {
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', new File([new Uint8Array(await pageOf([line, profile.legal_name ?? '']))], name))
    await visit.ask('POST', `${BUSINESSES}${business_id}/documents/`, form)
  }
  await visit.ask('POST', `${BUSINESSES}${business_id}/submit-verification/`, {})
  return business_id
}

async function peopleOf(visit: Visit, business: string): Promise<void> {
  const users = `${BUSINESSES}${business}/users/`
  const ids: string[] = []
  for (const member of MEMBERS) {
    const body = { ...member, email: `${member.username}@harbour.example`, password: 'harbour row 14' }
    ids.push((await visit.ask<{ user_id: string }>('POST', `${users}create-new/`, body)).user_id)
  }
  await visit.ask('PUT', `${users}${ids.at(-1)}/`, { status: 'suspended' })
  await visit.ask('POST', `${users}invite/`, { email: 'rui.tavares@harbour.example' })
  await visit.ask('POST', `${users}invite/`, { email: 'lena.fischer@harbour.example', role: 'manager' })
  await visit.ask('PUT', `${BUSINESSES}${business}/policies/`, {
    second_factor: { required: true, grace_days: 14, required_from: null },
    email_domains: ['harbour.example'],
    links: { max_days: 90, password_required: false },
    buyers: ['owner', 'billing'],
  })
}
