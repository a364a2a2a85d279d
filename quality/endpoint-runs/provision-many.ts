import { z } from 'zod'

/** Sends a request below `/scim/v2` as a directory. */
export type ScimCall = (
  method: string,
  path: string,
  body?: object,
) => Promise<Readonly<{ status: number; body: unknown }>>

/** Requests that are under way at once, as Microsoft Entra ID and Okta send them. */
const parallel = 8
const membersPerRequest = 500
const usersPerPage = 200

const createdSchema = z.looseObject({ id: z.string() })
const listSchema = z.looseObject({ totalResults: z.number(), Resources: z.array(createdSchema) })

export type Provisioned = Readonly<{ users: number; listed: number; deactivated: number }>

/**
 * The first synchronization of a directory and its end: looks for each user, creates them, puts them into one group,
 * reads all pages, deactivates everyone, and deletes the group.
 * @param report is called after each step
 */
export async function provisionMany(
  call: ScimCall,
  count: number,
  report: (step: string) => void | Promise<void>,
): Promise<Provisioned> {
  const ids: string[] = []
  for (const end of [0.25, 0.5, 0.75, 1].map((part) => Math.round(count * part))) {
    const start = ids.length
    ids.push(...(await inParallel(end - start, (n) => createOne(call, start + n))))
    await report(`${ids.length} users created`)
  }
  const group = createdSchema.parse(await expectStatus(201, call('POST', '/Groups', { displayName: 'Everyone' })))
  for (let start = 0; start < ids.length; start += membersPerRequest) {
    const value = ids.slice(start, start + membersPerRequest).map((id) => ({ value: id }))
    await expectStatus(204, call('PATCH', `/Groups/${group.id}`, patchOf({ op: 'add', path: 'members', value })))
  }
  await report('all of them in one group')
  const listed = await readAllPages(call)
  await report('all pages read')
  await inParallel(count, async (n) => {
    const off = patchOf({ op: 'Replace', path: 'active', value: 'False' })
    await expectStatus(200, call('PATCH', `/Users/${ids[n]}`, off))
  })
  await report('everyone deactivated')
  await expectStatus(204, call('DELETE', `/Groups/${group.id}`))
  await report('group deleted')
  const filter = encodeURIComponent('active eq false')
  const { totalResults } = listSchema.parse(await expectStatus(200, call('GET', `/Users?count=0&filter=${filter}`)))
  return { users: new Set(ids).size, listed, deactivated: totalResults }
}

async function createOne(call: ScimCall, n: number): Promise<string> {
  await expectStatus(200, call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${nameOf(n)}"`)}`))
  return createdSchema.parse(await expectStatus(201, call('POST', '/Users', userOf(n)))).id
}

async function readAllPages(call: ScimCall): Promise<number> {
  const seen = new Set<string>()
  for (let startIndex = 1; ; startIndex += usersPerPage) {
    const path = `/Users?startIndex=${startIndex}&count=${usersPerPage}`
    const { Resources } = listSchema.parse(await expectStatus(200, call('GET', path)))
    if (Resources.length === 0) return seen.size
    for (const { id } of Resources) seen.add(id)
  }
}

/** Runs work for 0 to `count - 1`, a few at a time. @returns the results in this order */
async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next
      next += 1
      results[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}

async function expectStatus(status: number, answer: ReturnType<ScimCall>): Promise<unknown> {
  const { status: actual, body } = await answer
  if (actual !== status) throw new Error(`${actual} instead of ${status}: ${JSON.stringify(body)}`)
  return body
}

function nameOf(n: number): string {
  return `user${n}@corp.example`
}

function userOf(n: number) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: nameOf(n),
    externalId: `ext-${n}`,
    displayName: `User ${n}`,
    active: true,
    emails: [{ value: nameOf(n), type: 'work', primary: true }],
  }
}

function patchOf(operation: object) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] }
}
