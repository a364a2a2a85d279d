import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Services } from '#lib/foundation/services.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { clientFields, postToken, readTokens } from '#lib/testing/test-programs.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

/** A client that may open the account `acme` as its owner, and has a registered return address. */
export type TestProgram = Readonly<{ owner: User; keyId: string; secret: string; accessToken: string }>

export const crmOrigin = 'https://crm.example'

/** Makes a client, the account `acme` and the return address of its links. */
export async function makeTestProgram(services: Services): Promise<TestProgram> {
  await createAccount(services, root, account({ id: 'acme', name: 'Acme & Sons' }))
  await addReturnAddress(services, root, { origin: crmOrigin })
  return addTestProgram(services, await insertUser(services, { name: 'Robin Example' }))
}

/** Makes another client, whose key belongs to this user. */
export async function addTestProgram(services: Services, owner: User): Promise<TestProgram> {
  const { id, secret } = await generateApiKey(services, root, { name: 'CRM', ownerId: owner.id, expiresInDays: null })
  return renewToken({ owner, keyId: id, secret, accessToken: '' })
}

/** The client with a new access token. */
export async function renewToken(program: TestProgram): Promise<TestProgram> {
  const credentials = { id: program.keyId, secret: program.secret }
  const { accessToken } = await readTokens(await postToken(clientFields(credentials)))
  return { ...program, accessToken }
}

/** `POST /auth/v1/sso` with a form. */
export function postGrant(
  accessToken: string,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const request = new Request(`${testBaseUrl}/auth/v1/sso`, {
    method: 'POST',
    headers: { 'X-Request-Id': 'req_1', Authorization: `Bearer ${accessToken}`, ...headers },
    body: new URLSearchParams(fields),
  })
  return callEndpoint(ssoGrantEndpoint, request)
}

/** Issues a link, by default to `acme` and back to the client. */
export async function issueLink(program: TestProgram, fields: Readonly<Record<string, string>> = {}): Promise<URL> {
  const response = await postGrant(program.accessToken, { accountId: 'acme', backUrl: `${crmOrigin}/done`, ...fields })
  if (response.status !== 200) throw new Error(`no link: ${response.status} ${await response.text()}`)
  const { grantUrl } = await response.json()
  return new URL(grantUrl)
}

/** All stored content: every row of every table, and on SQLite every byte of its files. */
export async function readEverything({ db, env }: Services): Promise<string> {
  const tables = await db.introspection.getTables()
  const reads = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  const rows = (await Promise.all(reads)).map((read) => read.rows)
  const files = readdirSync(env.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return [JSON.stringify(rows), ...files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))].join(
    '\n',
  )
}
