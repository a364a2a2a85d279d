import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { type FieldEntries, type FieldProblems, isRefusal, type Refusal } from '#lib/kernel/errors.ts'
import { toPrintable } from './output.ts'
import { RemoteError } from './remote-failure.ts'
import { UsageError } from './usage-error.ts'

/** The option of a field, if it is spelled in another way. */
function toWord(flags: string, field: string): string {
  const [option = field] = flags.split(' ')
  return option === `--${field}` ? field : option
}

/** Fields whose names differ from those that operators use. */
const fieldWords: Readonly<Record<string, string>> = {
  account: '--account',
  accountGroupId: '--account-group',
  accountGroupIds: 'one of --groups',
  accountId: '--account',
  accountIds: 'one of --accounts',
  add: 'one of the account IDs',
  acrValues: '--acr',
  amrValues: '--amr',
  callLimit: '--per-minute or --per-day',
  clientId: '--client-id',
  ...accountFields.perField(({ option }, field) => toWord(option.flags, field)),
  expiresInDays: '--expires',
  file: 'the file',
  from: 'the number',
  groupName: 'the group',
  groupsClaim: '--groups-claim',
  issuer: 'the issuer',
  keyId: 'the key ID',
  kinds: '--kinds',
  maxAgeSeconds: '--max-age',
  networks: 'one of --networks',
  origin: 'the origin',
  perDay: '--per-day',
  perMinute: '--per-minute',
  ownerId: 'the user',
  person: 'the user',
  policy: 'the policy',
  publicJwk: 'the key in the file of --public-key',
  returnAddresses: 'one of --return-addresses',
  reason: '--reason',
  remove: 'one of the account IDs',
  role: '--role',
  row: 'the line',
  scopes: '--scopes',
  secret: 'the client secret',
  since: '--since',
  until: '--until',
  url: 'the URL',
  userId: '--user',
}

/** The problem codes of fields. */
const problemWords: Readonly<Record<string, string>> = {
  required: 'is missing',
  too_short: 'is too short',
  too_long: 'is too long',
  malformed: 'is not valid',
  out_of_range: 'is out of range',
  insecure: 'must use https (http is allowed for this machine only)',
  taken: 'is taken',
  not_public: 'is not a public address: allow its network with WEBHOOK_NETWORKS',
  not_kept: 'is not in the journal',
  path: 'must be an origin: remove everything after host and port',
  credentials: 'must be an origin: remove the username and the password',
  scheme_missing: 'must be an origin: start with https://',
  same_name: 'is the name of an active key of this user',
  reserved: 'is reserved',
  repeated: 'appears twice in the file',
  cells: 'has more cells than the header',
  unknown: 'does not exist or is not active',
  no_match: 'matches nothing: check the spelling, or enter an ID',
  several_match: 'matches several: enter more of the name, or the ID of one',
  not_allowed: 'is not allowed here',
  no_factor: 'needs an owner with a second factor, set up in the portal',
  common: 'is mostly common words',
  personal: "is mostly the user's name",
  company: "is mostly the organization's name or host name",
  breached: 'appeared in a data breach',
  product: 'is mostly the product name',
  pattern: 'is a simple pattern',
  host_bits: 'is not the first address of its range: clear the bits after the prefix',
  too_many: 'is beyond the maximum number of entries',
  too_large: 'is too large: split it',
  timeout: 'does not answer within 10 seconds: check the network',
  unresolved: 'has a name without an IP address: check it',
  blocked_address: 'has an IP address that is not public: allow its network with PROVIDER_NETWORKS',
  bad_url: 'is not a URL to send requests to',
  connection: "can't be reached: check the network",
  tls: 'has no valid certificate: mend it, or add its authority with NODE_EXTRA_CA_CERTS',
  redirect: 'redirects: give the address that it redirects to',
  not_discovery: 'has no discovery document: check it for a missing path, such as the tenant or realm',
  issuer_differs: 'issuer mismatch: use the issuer that the provider gives',
  incomplete: 'publishes no endpoints or keys: is it an OpenID Connect provider?',
  bad_response: 'sent an unusable response',
  algorithms:
    'signs ID tokens with the client secret alone (HS256): set a signature by its own key there, such as RS256',
  invalid_client:
    'does not accept the client ID, or the secret or key of this client (invalid_client): check them there',
  rate_limited: 'refuses further requests for now (429): try again in a few minutes',
  server_error: 'has an error of its own (5xx): try again later',
  spreadsheet: 'is a workbook: save it as CSV',
  not_utf8: 'is not UTF-8 text: save it as "CSV UTF-8"',
  quotes: 'has an unclosed quotation mark',
  column_missing: 'needs the columns "id" and "name" in its first line',
  column_repeated: 'has a repeated column',
  no_rows: 'contains no accounts',
  too_many_rows: 'has too many lines: split it',
  private_key: 'is a private or secret key: give its public half, and keep this file',
  not_narrower: 'goes beyond what the key has now: for wider access, generate another key',
  would_lift: 'would lift the limit: to stop the key, disable it',
  not_later: 'is not after the present end',
  owner_role: 'has a scope that only keys of owners and admins can have',
}

/** Explains in one sentence why a command was refused or failed. */
export function explain(error: unknown): string {
  if (isRefusal(error)) return toPrintable(explainRefusal(error))
  const isSentence = error instanceof EnvError || error instanceof RemoteError || error instanceof UsageError
  if (isSentence) return toPrintable(error.message)
  return toPrintable(`The command failed: ${error instanceof Error ? error.message : String(error)}`)
}

/** The problem of each field, without a period. */
export function explainProblems(problems: FieldProblems, entries: FieldEntries = {}): string {
  return Object.entries(problems)
    .map(([field, problem]) => {
      const named = entries[field] ? ` (${entries[field].join(', ')})` : ''
      return `${fieldWords[field] ?? field} ${problemWords[problem] ?? `is refused (${problem})`}${named}`
    })
    .join(', ')
}

function explainRefusal({ description, detail, fields, entries }: Refusal): string {
  if (fields) {
    const { line, ...problems } = fields
    return `Refused: ${explainProblems(problems, entries)}${line === undefined ? '' : ` (line ${line})`}.`
  }
  return detail === undefined ? description : `${description} (${detail})`
}
