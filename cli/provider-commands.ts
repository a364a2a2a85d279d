import { type Command, Option } from 'commander'
import { addMapping, listMappings, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { listAllIdentities, unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import {
  addProvider,
  changeProvider,
  getProvider,
  listProviders,
  testProvider,
} from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import type { ProviderSettingsInput } from '#lib/domain/sign-in/sign-in-providers/schema.ts'
import {
  clientAuthMethods,
  providerUrls,
  type SignInProvider,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { explainProblems } from './explain.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { addLocalVerb, type CommandContext } from './run.ts'
import { readFirstLine } from './standard-input.ts'

type SettingOptions = Readonly<{
  label?: string
  clientId?: string
  clientAuth?: string
  secretStdin?: true
  domains?: string
  createUsers?: 'on' | 'off'
  groupsClaim?: string
  acr?: string
  amr?: string
  maxAge?: string
  passwords?: 'on' | 'off'
}>

/** The company's own sign-in: `sign-in provider …` and `sign-in identities`. */
export function addProviderCommands(signIn: Command): void {
  const noun = signIn.command('provider').description("OpenID Connect providers: the company's own sign-in.")
  addSettingVerbs(noun)
  addReadingVerbs(noun)
  addMappingVerbs(noun.command('mapping').description('What the groups of a provider, or of "scim", give to users.'))
  addLocalVerb(signIn, 'identities', showIdentities)
    .description('List who is linked to which account at a provider, or unlink one.')
    .option('--page <number>', 'a page of 500', '1')
    .option('--unlink <id>', 'unlink this identity: its sessions end, and the user needs another invitation')
}

function addSettingVerbs(noun: Command): void {
  const add = addLocalVerb(
    noun,
    'add <id>',
    async ({ services, actor }, id: string, options: SettingOptions & { issuer: string }) => {
      const provider = await addProvider(services, actor, {
        id,
        issuer: options.issuer,
        ...(await readSettings(options, { label: '', clientId: '' })),
      })
      return show(services.env.baseUrl, provider)
    },
  )
    .description('Add a provider. Its ID is part of the URLs to enter there, which this prints.')
    .requiredOption('--issuer <url>', "the provider's issuer, or the URL of its discovery document")
    .requiredOption('--label <text>', 'what the sign-in page calls it')
    .requiredOption('--client-id <id>', 'the client ID that the provider gave Latchkey')
  addSettings(add)
  const change = addLocalVerb(
    noun,
    'change <id>',
    async ({ services, actor }, id: string, options: SettingOptions & StateOptions) => {
      const former = await getProvider(services, actor, id)
      const isDisabled = options.disable ?? (options.enable ? false : former.isDisabled)
      const changed = await changeProvider(services, actor, {
        id,
        ...(await readSettings(options, former)),
        isDisabled,
      })
      return show(services.env.baseUrl, changed)
    },
  )
    .description(
      'Change a provider. What is not given stays. Its ID and issuer stay, because users are linked by them.',
    )
    .option('--label <text>', 'what the sign-in page calls it')
    .option('--client-id <id>', 'the client ID that the provider gave Latchkey')
    .option('--disable', 'sign no one in with it; sessions go on')
    .option('--enable', 'use it again')
  addSettings(change)
  addLocalVerb(noun, 'remove <id>', async ({ services, actor }, id: string) => {
    const users = await removeProvider(services, actor, id)
    return { json: { id, users }, lines: [`Removed ${id}. Users it signed in: ${users}.`] }
  }).description('Remove a provider with its links, its mappings and what they gave. Sessions that came from it end.')
}

type StateOptions = Readonly<{ disable?: true; enable?: true }>

function addSettings(verb: Command): void {
  verb
    .addOption(new Option('--client-auth <method>', 'how Latchkey authenticates there').choices([...clientAuthMethods]))
    .option(
      '--secret-stdin',
      'read the client secret from standard input; none with private_key_jwt or private_key_jwt_token_endpoint',
    )
    .option('--domains <A,B>', 'domains of email addresses; "" for none')
    .addOption(
      new Option('--create-users <state>', 'add agents of these domains at their first sign-in').choices(['on', 'off']),
    )
    .option('--groups-claim <name>', 'the claim with the user\'s groups; "" for none')
    .option('--acr <A,B>', 'accept only these values of acr; "" for any')
    .option('--amr <A,B>', 'require all these values in amr; "" for any')
    .option('--max-age <seconds>', 'the longest time since the user authenticated there; "" for any')
    .addOption(
      new Option('--passwords <state>', "off: users of these domains can't use a password, except owners").choices([
        'on',
        'off',
      ]),
    )
}

type Former = ProviderSettingsInput & Partial<Pick<SignInProvider, 'createsUsers' | 'passwordsOff'>>

/** The former settings, with those that were given. */
async function readSettings(options: SettingOptions, former: Former): Promise<ProviderSettingsInput> {
  return {
    label: options.label ?? former.label,
    clientId: options.clientId ?? former.clientId,
    clientAuth: options.clientAuth ?? former.clientAuth,
    secret: options.secretStdin && (await readFirstLine()),
    domains: options.domains ?? former.domains,
    createsUsers: options.createUsers === undefined ? former.createsUsers : options.createUsers === 'on',
    groupsClaim: options.groupsClaim ?? former.groupsClaim,
    acrValues: options.acr ?? former.acrValues,
    amrValues: options.amr ?? former.amrValues,
    maxAgeSeconds: options.maxAge ?? former.maxAgeSeconds,
    passwordsOff: options.passwords === undefined ? former.passwordsOff : options.passwords === 'off',
  }
}

function addReadingVerbs(noun: Command): void {
  addLocalVerb(noun, 'list', async ({ services, actor }) =>
    listOutput('providers', await listProviders(services, actor), [
      ['ID', ({ id }) => id],
      ['LABEL', ({ label }) => label],
      ['ISSUER', ({ issuer }) => issuer],
      ['DOMAINS', ({ domains }) => domains.join(', ') || '–'],
      ['ADDS AGENTS', ({ createsUsers }) => (createsUsers ? 'on' : 'off')],
      ['PASSWORDS', ({ passwordsOff }) => (passwordsOff ? 'off' : 'on')],
      ['STATE', ({ isDisabled }) => (isDisabled ? 'disabled' : 'enabled')],
    ]),
  ).description('List the providers. Secrets are not shown.')
  addLocalVerb(noun, 'show <id>', async ({ services, actor }, id: string) =>
    show(services.env.baseUrl, await getProvider(services, actor, id)),
  ).description('Show a provider, and the URLs to enter there.')
  addLocalVerb(noun, 'test <id>', async ({ services, actor }, id: string) => {
    const problem = await testProvider(services, actor, id)
    const words =
      problem && explainProblems({ issuer: problem.problem }, problem.actual ? { issuer: [problem.actual] } : {})
    return {
      json: { id, problem: problem?.problem ?? null },
      lines: [words ? `Not usable: ${words}.` : 'It answers, and does not refuse the client.'],
      failed: problem !== undefined,
    }
  }).description('Fetch the discovery document of a provider now, and try the credentials.')
}

function addMappingVerbs(noun: Command): void {
  addLocalVerb(noun, 'list <source>', async ({ services, actor }, source: string) =>
    listOutput('mappings', await listMappings(services, actor, source), [
      ['ID', ({ id }) => id],
      ['GROUP', ({ groupName }) => groupName],
      ['GIVES', ({ role, accountGroupName }) => role ?? `account group ${accountGroupName}`],
    ]),
  ).description('List what the groups of a provider, or of "scim", give.')
  addLocalVerb(noun, 'add <source> <group>', addMappingTo)
    .description('Map a group, by its exact name, to a role or to an account group.')
    .addOption(new Option('--role <role>', 'users in this group get this role').choices(['agent', 'admin']))
    .option('--account-group <id>', 'users in this group get this account group')
  addLocalVerb(noun, 'remove <source> <id>', async ({ services, actor }, source: string, id: string) => {
    await removeMapping(services, actor, { source, id })
    return { json: { id }, lines: [`Removed ${id}. Users keep what it gave until they sign in again.`] }
  }).description('Remove a mapping.')
}

async function addMappingTo(
  { services, actor }: CommandContext,
  source: string,
  groupName: string,
  { role, accountGroup: accountGroupId }: Readonly<{ role?: string; accountGroup?: string }>,
): Promise<CommandOutput> {
  const { id } = await addMapping(services, actor, { source, groupName, role, accountGroupId })
  return { json: { id }, lines: [`id  ${id}`] }
}

async function showIdentities(
  { services, actor }: CommandContext,
  { page, unlink }: Readonly<{ page: string; unlink?: string }>,
): Promise<CommandOutput> {
  if (unlink !== undefined) {
    const { username } = await unlinkIdentity(services, actor, unlink)
    return { json: { id: unlink, username }, lines: [`Unlinked ${unlink} from ${username}.`] }
  }
  const identities = await listAllIdentities(services, actor, Math.max(1, Number.parseInt(page, 10) || 1))
  return listOutput('identities', identities, [
    ['ID', ({ id }) => id],
    ['USER', ({ username }) => username],
    ['PROVIDER', ({ providerId }) => providerId],
    ['SUBJECT', ({ subject }) => subject],
    ['EMAIL THERE', ({ email }) => email ?? '–'],
    ['LINKED (UTC)', ({ linkedAt }) => formatInstant(linkedAt)],
    ['LAST SIGN-IN (UTC)', ({ lastSignInAt }) => formatInstant(lastSignInAt)],
  ])
}

function show(baseUrl: string, provider: SignInProvider): CommandOutput {
  const urls = providerUrls(baseUrl, provider.id)
  const shown = { ...provider, createdAt: `${formatInstant(provider.createdAt)} UTC`, ...urls }
  const facts = Object.entries(shown).map(([name, value]) => [name, String(value ?? '') || '–'])
  return {
    json: { ...provider, ...urls },
    lines: facts.map(([name = '', value = '']) => `${name.padEnd(15)}  ${value}`),
    notes: ['Enter the redirect URI at the provider, and the logout URI for back-channel logout.'],
  }
}
