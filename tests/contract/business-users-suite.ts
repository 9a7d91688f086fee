import { describe, expect, it } from 'vitest'
import type { BusinessUser, ImportAnswer } from '../../contract/business-users.ts'
import { aBusiness, aMember, BUSINESSES, INVITATIONS, idOf, type Place, tokenIn } from './a-business.ts'
import type { Caller, Callers, Target } from './caller.ts'

const ME = '/api/v1/user/me/'
const SIGN_UP = '/api/v1/user/auth/signup/'
const OWN = '/auth/api/v1/users/businesses/'
let people = 0
const newAddress = () => `guest${Date.now().toString(36)}${++people}@mail.example`

/** Members of businesses and invitations to them, by the server and by the mock alike. */
export function businessUsersSuite(all: Callers, { sentLink, invitationLink }: Target) {
  const { anyone, someone } = all
  const owned = async () => {
    const me = await someone()
    return { me, place: await aBusiness(me) }
  }
  const invite = async (me: Caller, { users }: Place, email: string, json: object = {}) => {
    const { status, body } = await me.call('POST', `${users}invite/`, { email, ...json })
    expect(status).toBe(201)
    const invited: BusinessUser = body
    const token = tokenIn(await invitationLink(email))
    return { invited, at: `${INVITATIONS}${token}/` }
  }
  const names = async (me: Caller, path: string) =>
    (await me.call('GET', path)).body.results.map(({ email }: BusinessUser) => email)

  describe('invitations', () => {
    it('make the person with the address a member, once', async () => {
      const { me, place } = await owned()
      const guest = await someone()
      // The link that confirms their own address comes first.
      await sentLink(guest.email)
      const { invited, at } = await invite(me, place, guest.email, { role: 'viewer' })
      expect(invited).toMatchObject({
        email: guest.email,
        role: 'viewer',
        status: 'invited',
        business_id: place.business.business_id,
        joined_at: null,
        is_primary_contact: false,
      })
      expect(Date.parse(invited.expires_at ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000)
      expect(await names(me, `${place.users}?status=invited`)).toEqual([guest.email])
      expect((await me.call('GET', place.one)).body).toMatchObject({ members: 1, invitations: 1 })

      const asked = await anyone().call('GET', at)
      expect(asked.body).toMatchObject({
        business: { name: place.business.name, members: 1 },
        role: 'viewer',
        invited_by: me.username,
        email: guest.email,
        has_account: true,
        signed_in_as: null,
      })
      expect((await guest.call('GET', at)).body.signed_in_as).toMatchObject({
        email: guest.email,
        matches: true,
        is_member: false,
      })
      expect((await anyone().call('POST', `${at}accept/`, {})).body.code).toBe('unauthenticated')
      const both = await Promise.all([
        guest.call('POST', `${at}accept/`, {}),
        guest.call('POST', `${at}accept/`, {}),
      ])
      expect(both.map(({ status }) => status)).toContain(200)
      expect(await names(me, place.users)).toEqual(expect.arrayContaining([guest.email, me.email]))
      expect((await me.call('GET', place.users)).body.count).toBe(2)
      expect((await guest.call('GET', place.one)).body.role).toBe('viewer')
      const [mine] = (await guest.call('GET', OWN)).body
      expect(mine).toMatchObject({
        role: 'viewer',
        status: 'active',
        business: { name: place.business.name },
      })
      expect((await guest.call('GET', `${OWN}?status=removed`)).body).toEqual([])
      const late = await (await someone()).call('POST', `${at}accept/`, { other_account: true })
      expect(['link_expired', 'not_found']).toContain(late.body.code)
    })

    it('let somebody sign up, whose address needs no second confirmation', async () => {
      const { me, place } = await owned()
      const email = newAddress()
      const { at } = await invite(me, place, email)
      expect((await anyone().call('GET', at)).body).toMatchObject({ has_account: false, role: 'employee' })
      const guest = anyone()
      const account = { username: email.slice(0, email.indexOf('@')), email, password: 'correct horse' }
      expect((await guest.call('POST', SIGN_UP, account)).status).toBe(201)
      const accepted = await guest.call('POST', `${at}accept/`, {})
      expect(accepted.body).toMatchObject({ status: 'active', role: 'employee', username: account.username })
      expect((await guest.call('GET', ME)).body.email_verified).toBe(true)
      expect((await guest.call('GET', place.one)).status).toBe(200)
    })

    it('ask before another account takes them', async () => {
      const { me, place } = await owned()
      const { at } = await invite(me, place, newAddress())
      const other = await someone()
      const refused = await other.call('POST', `${at}accept/`, {})
      expect(refused.body.code).toBe('other_account')
      expect((await other.call('GET', place.one)).body.code).toBe('not_found')
      const accepted = await other.call('POST', `${at}accept/`, { other_account: true })
      expect(accepted.body).toMatchObject({ status: 'active', username: other.username })
      expect((await me.call('GET', place.users)).body.count).toBe(2)
    })

    it('are declined, sent again, replaced and revoked', async () => {
      const { me, place } = await owned()
      const declined = await invite(me, place, newAddress())
      expect((await anyone().call('POST', `${declined.at}decline/`)).status).toBe(204)
      expect(['link_expired', 'not_found']).toContain((await anyone().call('GET', declined.at)).body.code)
      expect(await names(me, `${place.users}?status=declined`)).toEqual([declined.invited.email])

      const email = newAddress()
      const { invited, at } = await invite(me, place, email)
      const userAt = `${place.users}${invited.id}/`
      const resent = await me.call('POST', `${userAt}resend/`)
      expect(resent.body).toMatchObject({ id: invited.id, status: 'invited' })
      const fresh = `${INVITATIONS}${tokenIn(await invitationLink(email))}/`
      expect(fresh).not.toBe(at)
      expect(['link_expired', 'not_found']).toContain((await anyone().call('GET', at)).body.code)
      expect((await anyone().call('GET', fresh)).body.email).toBe(email)
      const again = await invite(me, place, email, { role: 'viewer' })
      expect(again.invited).toMatchObject({ id: invited.id, role: 'viewer' })
      expect((await me.call('GET', `${place.users}?status=invited`)).body.count).toBe(1)
      expect((await me.call('DELETE', userAt)).status).toBe(204)
      expect(['link_expired', 'not_found']).toContain((await anyone().call('GET', again.at)).body.code)
      const unknown = await anyone().call('GET', `${INVITATIONS}${'x'.repeat(43)}/`)
      expect(unknown.body.code).toBe('not_found')
    })

    it('go to nobody who is a member', async () => {
      const { me, place } = await owned()
      const { caller, at } = await aMember(all, me, place, 'employee')
      const email = (await caller.call('GET', ME)).body.email
      expect((await me.call('POST', `${place.users}invite/`, { email })).body.code).toBe('already_member')
      expect((await me.call('POST', `${at}resend/`)).body.code).toBe('business_misfit')
      const bad = await me.call('POST', `${place.users}invite/`, { email: 'no address' })
      expect(bad.body.code).toBe('invalid_request')
    })

    it('come from a CSV file, after a look at what each line does', async () => {
      const { me, place } = await owned()
      const { member } = await aMember(all, me, place, 'employee')
      const [first, second] = [newAddress(), newAddress()]
      const lines = [
        'email,role',
        `${first},viewer`,
        `${first.toUpperCase()},viewer`,
        `${second},`,
        'no address,viewer',
        `${newAddress()},captain`,
        '=HYPERLINK("https://mail.example"),viewer',
        `${member.email},manager`,
        `${me.email},viewer`,
      ]
      const send = async (dry_run: boolean): Promise<ImportAnswer> => {
        const fields = { role: 'billing', dry_run: String(dry_run) }
        const sent = await me.send(`${place.users}import/`, ['members.csv', lines.join('\r\n')], fields)
        expect(sent.status).toBe(200)
        return sent.body
      }
      const looked = await send(true)
      expect(looked).toMatchObject({ dry_run: true, encoding: 'utf-8', invited: 2, changed: 1 })
      expect(looked.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
        [2, 'invite'],
        [3, 'duplicate'],
        [4, 'invite'],
        [5, 'refused'],
        [6, 'refused'],
        [7, 'refused'],
        [8, 'change_role'],
        [9, 'refused'],
      ])
      expect(looked.rows[2]?.role).toBe('billing')
      expect((await me.call('GET', place.one)).body.invitations).toBe(0)
      expect(await send(false)).toMatchObject({ dry_run: false, invited: 2, changed: 1 })
      expect((await me.call('GET', place.one)).body.invitations).toBe(2)
      expect((await me.call('GET', `${place.users}${member.user_id}/`)).body.role).toBe('manager')
      const token = tokenIn(await invitationLink(first))
      expect((await anyone().call('GET', `${INVITATIONS}${token}/`)).body.role).toBe('viewer')
      const importing = (file: [string, string] | null) => me.send(`${place.users}import/`, file, {})
      expect((await importing(null)).body.code).toBe('file_missing')
      expect((await importing(['members.csv', ''])).body.code).toBe('file_empty')
    })
  })

  describe('members', () => {
    it('are added, listed, filtered and found', async () => {
      const { me, place } = await owned()
      const { users } = place
      const employee = await aMember(all, me, place, 'employee')
      const viewer = await aMember(all, me, place, 'viewer')
      expect(employee.member).toMatchObject({
        role: 'employee',
        status: 'active',
        has_second_factor: false,
        second_factor_due: null,
        credits_this_month: 0,
        permissions: {},
      })
      const added = { user_id: employee.member.user_id, role: 'viewer' }
      expect((await me.call('POST', `${users}create/`, added)).body.code).toBe('already_member')
      const nobody = { user_id: crypto.randomUUID() }
      expect((await me.call('POST', `${users}create/`, nobody)).body.code).toBe('not_found')
      expect((await me.call('GET', employee.at)).body).toMatchObject({ role: 'employee' })
      expect((await me.call('GET', `${users}${crypto.randomUUID()}/`)).body.code).toBe('not_found')

      expect((await me.call('GET', users)).body.count).toBe(3)
      expect(await names(me, `${users}?role=viewer`)).toEqual([viewer.member.email])
      expect(await names(me, `${users}?query=${employee.member.username?.toUpperCase()}`)).toEqual([
        employee.member.email,
      ])
      expect(await names(me, `${users}?ids=${viewer.member.user_id}`)).toEqual([viewer.member.email])
      expect((await me.call('GET', `${users}?second_factor=true`)).body.count).toBe(0)
      expect((await names(me, `${users}?sort_by=role`))[0]).toBe(me.email)
      const page = (await me.call('GET', `${users}?page_size=2`)).body
      expect(page).toMatchObject({ count: 3, total_pages: 2 })
      expect(await names(me, `${users}?page_size=2&cursor=${page.next_cursor}`)).toHaveLength(1)
    })

    it('get an account, by the body or by the query', async () => {
      const { me, place } = await owned()
      const path = `${place.users}create-new/`
      const account = () => {
        const email = newAddress()
        return { username: email.slice(0, email.indexOf('@')), email, password: 'correct horse' }
      }
      const enter = ({ username, password }: ReturnType<typeof account>) =>
        anyone().call('POST', '/api/v1/user/auth/login/', { username, password })
      const first = { ...account(), first_name: 'Lena', last_name: 'Moreau', role: 'viewer' }
      const made = await me.call('POST', path, first)
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({ name: 'Lena Moreau', role: 'viewer', status: 'active' })
      expect((await enter(first)).body.user.username).toBe(first.username)
      const second = { ...account(), role: 'manager', is_primary_contact: 'true' }
      const queried = await me.call('POST', `${path}?${new URLSearchParams(second)}`)
      expect(queried.body).toMatchObject({ role: 'manager', is_primary_contact: true })
      expect((await enter(second)).status).toBe(200)
      const taken = { ...account(), username: first.username }
      expect((await me.call('POST', path, taken)).body.code).toBe('username_taken')
      expect((await me.call('POST', path, { ...account(), email: first.email })).body.code).toBe(
        'email_taken',
      )
      expect((await me.call('POST', path, { ...account(), password: 'password1' })).body.code).toBe(
        'weak_password',
      )
      expect((await me.call('POST', path, { username: 'lonely' })).body.code).toBe('invalid_request')
    })

    it('are changed by those above them, who see what they change', async () => {
      const { me, place } = await owned()
      const manager = await aMember(all, me, place, 'manager')
      const admin = await aMember(all, me, place, 'admin')
      const employee = await aMember(all, me, place, 'employee')
      const roleOf = (caller: Caller, { member, at }: typeof manager, role: string, expected_role?: string) =>
        caller.call('PUT', `${at}role/`, {
          user_id: member.user_id,
          role,
          ...(expected_role && { expected_role }),
        })
      const low = await roleOf(manager.caller, admin, 'viewer')
      expect(low.body.code).toBe('rank_too_low')
      expect(low.body.allowed).toEqual(['employee', 'billing', 'viewer'])
      expect((await roleOf(manager.caller, employee, 'manager')).body.code).toBe('rank_too_low')
      expect((await roleOf(admin.caller, admin, 'owner')).body.code).toBe('rank_too_low')
      expect((await manager.caller.call('DELETE', admin.at)).body.code).toBe('rank_too_low')
      const invitation = { email: newAddress(), role: 'admin' }
      expect((await admin.caller.call('POST', `${place.users}invite/`, invitation)).body.code).toBe(
        'rank_too_low',
      )
      expect((await roleOf(manager.caller, employee, 'viewer')).body.role).toBe('viewer')
      const stale = await roleOf(me, employee, 'manager', 'employee')
      expect(stale.body).toMatchObject({ code: 'member_changed', role: 'viewer' })
      expect((await me.call('GET', employee.at)).body.role).toBe('viewer')

      const update = (json: object) => me.call('PUT', employee.at, json)
      const granted = await update({ permissions: { 'audit:read': true, 'shares:read': false } })
      expect(granted.body.permissions).toEqual({ 'audit:read': true, 'shares:read': false })
      expect(granted.body.effective_permissions).toContain('audit:read')
      expect(granted.body.effective_permissions).not.toContain('shares:read')
      expect((await employee.caller.call('GET', `${place.at}audit/`)).status).toBe(200)
      const shares = await employee.caller.call('GET', '/api/v1/user/shares/', undefined, place.acting)
      expect(shares.body.code).toBe('permission_missing')
      expect((await update({ is_primary_contact: true })).body.is_primary_contact).toBe(true)
      expect((await update({ expected_role: 'admin', status: 'suspended' })).body.code).toBe('member_changed')
      expect((await update({ status: 'suspended' })).body.status).toBe('suspended')
      expect((await employee.caller.call('GET', place.one)).body.code).toBe('not_found')
      expect((await update({ status: 'active' })).body.status).toBe('active')
      expect((await employee.caller.call('GET', place.one)).status).toBe(200)
    })

    it('leave or are removed, and an owner stays', async () => {
      const { me, place } = await owned()
      const mine = `${place.users}${await idOf(me)}/`
      const viewer = await aMember(all, me, place, 'viewer')
      const employee = await aMember(all, me, place, 'employee')
      expect((await viewer.caller.call('DELETE', employee.at)).body.code).toBe('permission_missing')
      expect((await viewer.caller.call('DELETE', viewer.at)).status).toBe(204)
      expect((await viewer.caller.call('GET', place.one)).body.code).toBe('not_found')
      expect((await me.call('DELETE', employee.at)).status).toBe(204)
      expect((await employee.caller.call('GET', place.one)).body.code).toBe('not_found')
      expect((await me.call('GET', place.users)).body.count).toBe(1)
      expect((await me.call('GET', `${place.users}?status=removed`)).body.count).toBe(2)
      expect((await me.call('DELETE', mine)).body.code).toBe('last_owner')
      expect((await me.call('PUT', mine, { role: 'admin' })).body.code).toBe('last_owner')

      const back = { user_id: employee.member.user_id, role: 'admin' }
      expect((await me.call('POST', `${place.users}create/`, back)).body).toMatchObject({ status: 'active' })
      expect((await me.call('PUT', employee.at, { role: 'owner' })).body.role).toBe('owner')
      const demoted = await employee.caller.call('PUT', mine, { role: 'viewer' })
      expect(demoted.body.role, 'owners change each other').toBe('viewer')
    })

    it('get the business from its owner', async () => {
      const { me, place } = await owned()
      const { caller, member } = await aMember(all, me, place, 'employee')
      const path = `${place.at}transfer/`
      const { user_id } = member
      expect((await caller.call('POST', path, { user_id })).body.code).toBe('permission_missing')
      const nobody = { user_id: crypto.randomUUID() }
      expect((await me.call('POST', path, nobody)).body.code).toBe('not_found')
      const transferred = await me.call('POST', path, { user_id })
      expect(transferred.body).toMatchObject({ owner_id: user_id, role: 'admin' })
      expect((await caller.call('GET', place.one)).body.role).toBe('owner')
      expect((await me.call('POST', path, { user_id })).body.code).toBe('permission_missing')
      const own = (await caller.call('GET', `${BUSINESSES}?owner_id=${user_id}`)).body
      expect(own.count).toBe(1)
    })
  })
}
