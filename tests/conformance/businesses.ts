import type { Check, Checks } from './check.ts'
import { corpusFile } from './corpus-file.ts'
import { BOOLEAN, expectJson, NUMBER, TEXT } from './shapes.ts'
import type { World } from './world.ts'

const LIST = '/auth/api/v1/business/'
const ONE = `${LIST}{business_id}/`
const MANY = '/auth/api/v1/businesses/{business_id}/'
const DETAILS = {
  name: 'Harbour & Co',
  legal_name: 'Harbour and Company Limited',
  registration_number: '514 998 221',
  address_line1: 'Rua do Cais 4',
  city: 'Porto',
  country: 'PT',
}

/** The fields that the specification names. */
const BUSINESS = {
  id: NUMBER,
  business_id: TEXT,
  name: TEXT,
  is_active: BOOLEAN,
  is_verified: BOOLEAN,
  status: TEXT,
  verification_status: TEXT,
}

const create = async (world: World): Promise<{ business_id: string }> =>
  world.get('POST', LIST, { json: DETAILS }, 201)

async function submitted(world: World) {
  const { business_id } = await create(world)
  for (const kind of ['registration_certificate', 'proof_of_address', 'owner_identity', 'tax_registration']) {
    const form = { kind, file: corpusFile('pdf/minimal.pdf') }
    await world.get('POST', `/auth/api/v1/businesses/${business_id}/documents/`, { form }, 201)
  }
  await world.get('POST', `/auth/api/v1/businesses/${business_id}/submit-verification/`, {
    json: { documents: [] },
  })
  return business_id
}

/**
 * A person's key acts for that person and for no business of theirs. The suite's cookie belongs to
 * the instance's admin.
 */
const person = (run: Check['run']): Check => ({ with: ['cookie'], run })

export const businessChecks: Checks = {
  [`GET ${LIST}`]: async (send) => {
    const query = { page: '1', page_size: '20', status: 'pending', is_active: 'true', query: 'harbour' }
    expectJson(await send({ query }), 200, { count: NUMBER, total_pages: NUMBER, page: 1, page_size: 20 })
  },
  [`POST ${LIST}`]: person(async (send) => {
    expectJson(await send({ json: { name: 'Harbour & Co' } }), 201, { ...BUSINESS, status: 'pending' })
  }),
  [`GET ${ONE}`]: person(async (send, world) => {
    const { business_id } = await create(world)
    expectJson(await send({}, { business_id }), 200, { ...BUSINESS, business_id })
  }),
  [`PUT ${ONE}`]: person(async (send, world) => {
    const { business_id } = await create(world)
    expectJson(await send({ json: { city: 'Braga' } }, { business_id }), 200, { ...BUSINESS, city: 'Braga' })
    expectJson(await send({ json: DETAILS }, { business_id }), 200, { ...BUSINESS, city: 'Porto' })
  }),
  [`POST ${ONE}verify/`]: person(async (send, world) => {
    const { business_id } = await create(world)
    expectJson(await send({ json: { is_verified: true } }, { business_id }), 200, {
      ...BUSINESS,
      is_verified: true,
    })
  }),
  [`PUT ${ONE}status/`]: person(async (send, world) => {
    const { business_id } = await create(world)
    expectJson(await send({ query: { status: 'active' } }, { business_id }), 200, {
      ...BUSINESS,
      status: 'active',
    })
  }),
  [`POST ${MANY}submit-verification/`]: person(async (send, world) => {
    const { business_id } = await create(world)
    const { id: file_id } = await world.storedFile()
    const kinds = ['registration_certificate', 'proof_of_address', 'owner_identity', 'tax_registration']
    const json = { documents: kinds.map((kind) => ({ kind, file_id })) }
    expectJson(await send({ json }, { business_id }), 200, { ...BUSINESS, verification_status: 'submitted' })
  }),
  [`POST ${MANY}review-verification/`]: person(async (send, world) => {
    const business_id = await submitted(world)
    expectJson(await send({ json: { is_approved: true } }, { business_id }), 200, {
      ...BUSINESS,
      verification_status: 'verified',
    })
  }),
  [`GET ${MANY}verification-status/`]: person(async (send, world) => {
    const { business_id } = await create(world)
    expectJson(await send({}, { business_id }), 200, { ...BUSINESS, verification_status: 'unverified' })
  }),
}
