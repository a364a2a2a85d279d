import type { Command } from 'commander'
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
import {
  clientAuthMethods,
  providerUrls,
  type SignInProvider,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { explainProblems } from './explain.ts'
import { choice, flag, type Given, option, required, withDefault } from './options.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { readFirstLine } from './standard-input.ts'
import { type Verbs, verbsOf } from './verb.ts'

/** The company's own sign-in: `sign-in provider …` and `sign-in identities`. */
export function addProviderCommands(signIn: Command): void {
  const noun = signIn.command('provider').description("OpenID Connect providers: the company's own sign-in.")
  const verb = verbsOf(noun)
  addWritingVerbs(verb)
  addReadingVerbs(verb)
  const about = 'What the groups of a provider, or of "scim", give to users.'
  addMappingVerbs(verbsOf(noun.command('mapping').description(about)))
  addIdentities(verbsOf(signIn))
}

const labelOption = () => option('--label <text>', 'what the sign-in page calls it')
const clientIdOption = () => option('--client-id <id>', 'the client ID that the provider gave Latchkey')

function addWritingVerbs(verb: Verbs): void {
  verb('add <id>', 'Add a provider. Its ID is part of the URLs to enter there, which this prints.', {
    issuer: required(option('--issuer <url>', "the provider's issuer, or the URL of its discovery document")),
    label: required(labelOption()),
    clientId: required(clientIdOption()),
    ...settingOptions(),
  }).here(async ({ services, actor }, id, given) => {
    const { issuer, label, clientId } = given
    const settings = { ...(await readSettings(given)), label, clientId }
    return show(services.env.baseUrl, await addProvider(services, actor, { ...settings, id, issuer }))
  })
  const about = 'Change a provider. What is not given stays. Its ID and issuer stay, because users are linked by them.'
  verb('change <id>', about, {
    label: labelOption(),
    clientId: clientIdOption(),
    disable: flag('--disable', 'sign no one in with it; sessions go on'),
    enable: flag('--enable', 'use it again'),
    ...settingOptions(),
  }).here(async ({ services, actor }, id, { disable, enable, ...given }) => {
    const former = await getProvider(services, actor, id)
    const isDisabled = disable ?? (enable ? false : former.isDisabled)
    const settings = { ...former, ...(await readSettings(given)), isDisabled }
    return show(services.env.baseUrl, await changeProvider(services, actor, settings))
  })
  verb(
    'remove <id>',
    'Remove a provider with its links, its mappings and what they gave. Sessions that came from it end.',
  ).here(async ({ services, actor }, id) => {
    const users = await removeProvider(services, actor, id)
    return { json: { id, users }, lines: [`Removed ${id}. Users it signed in: ${users}.`] }
  })
}

const secretHelp =
  'read the client secret from standard input; none with private_key_jwt or private_key_jwt_token_endpoint'

const onOff = ['on', 'off'] as const

function settingOptions() {
  return {
    clientAuth: choice('--client-auth <method>', 'how Latchkey authenticates there', clientAuthMethods),
    secretStdin: flag('--secret-stdin', secretHelp),
    domains: option('--domains <A,B>', 'domains of email addresses; "" for none'),
    createUsers: choice('--create-users <state>', 'add agents of these domains at their first sign-in', onOff),
    groupsClaim: option('--groups-claim <name>', 'the claim with the user\'s groups; "" for none'),
    acrValues: option('--acr <A,B>', 'accept only these values of acr; "" for any'),
    amrValues: option('--amr <A,B>', 'require all these values in amr; "" for any'),
    maxAgeSeconds: option('--max-age <seconds>', 'the longest time since the user authenticated there; "" for any'),
    passwords: choice('--passwords <state>', "off: users of these domains can't use a password, except owners", onOff),
  }
}

type GivenSettings = Given<ReturnType<typeof settingOptions>> & Readonly<{ label?: string; clientId?: string }>

async function readSettings({ secretStdin, createUsers, passwords, ...given }: GivenSettings) {
  return {
    ...given,
    ...(createUsers && { createsUsers: createUsers === 'on' }),
    ...(passwords && { passwordsOff: passwords === 'off' }),
    secret: secretStdin && (await readFirstLine()),
  }
}

function addReadingVerbs(verb: Verbs): void {
  verb('list', 'List the providers. Secrets are not shown.').here(async ({ services, actor }) =>
    listOutput('providers', await listProviders(services, actor), [
      ['ID', ({ id }) => id],
      ['LABEL', ({ label }) => label],
      ['ISSUER', ({ issuer }) => issuer],
      ['DOMAINS', ({ domains }) => domains.join(', ') || '–'],
      ['ADDS AGENTS', ({ createsUsers }) => (createsUsers ? 'on' : 'off')],
      ['PASSWORDS', ({ passwordsOff }) => (passwordsOff ? 'off' : 'on')],
      ['STATE', ({ isDisabled }) => (isDisabled ? 'disabled' : 'enabled')],
    ]),
  )
  verb('show <id>', 'Show a provider, and the URLs to enter there.').here(async ({ services, actor }, id) =>
    show(services.env.baseUrl, await getProvider(services, actor, id)),
  )
  const about = 'Fetch the discovery document of a provider now, and try the credentials.'
  verb('test <id>', about).here(async ({ services, actor }, id) => {
    const problem = await testProvider(services, actor, id)
    const words =
      problem && explainProblems({ issuer: problem.problem }, problem.actual ? { issuer: [problem.actual] } : {})
    return {
      json: { id, problem: problem?.problem ?? null },
      lines: [words ? `Not usable: ${words}.` : 'It answers, and does not refuse the client.'],
      failed: problem !== undefined,
    }
  })
}

function addMappingVerbs(verb: Verbs): void {
  verb('list <source>', 'List what the groups of a provider, or of "scim", give.').here(
    async ({ services, actor }, source) =>
      listOutput('mappings', await listMappings(services, actor, source), [
        ['ID', ({ id }) => id],
        ['GROUP', ({ groupName }) => groupName],
        ['GIVES', ({ role, accountGroupName }) => role ?? `account group ${accountGroupName}`],
      ]),
  )
  verb('add <source> <group>', 'Map a group, by its exact name, to a role or to an account group.', {
    role: choice('--role <role>', 'users in this group get this role', ['agent', 'admin']),
    accountGroupId: option('--account-group <id>', 'users in this group get this account group'),
  }).here(async ({ services, actor }, source, groupName, given) => {
    const { id } = await addMapping(services, actor, { ...given, source, groupName })
    return { json: { id }, lines: [`id  ${id}`] }
  })
  verb('remove <source> <id>', 'Remove a mapping.').here(async ({ services, actor }, source, id) => {
    await removeMapping(services, actor, { source, id })
    return { json: { id }, lines: [`Removed ${id}. Users keep what it gave until they sign in again.`] }
  })
}

function addIdentities(verb: Verbs): void {
  verb('identities', 'List who is linked to which account at a provider, or unlink one.', {
    page: withDefault(option('--page <number>', 'a page of 500'), '1'),
    unlink: option('--unlink <id>', 'unlink this identity: its sessions end, and the user needs another invitation'),
  }).here(async ({ services, actor }, { page, unlink: id }) => {
    if (id !== undefined) {
      const { username } = await unlinkIdentity(services, actor, id)
      return { json: { id, username }, lines: [`Unlinked ${id} from ${username}.`] }
    }
    const identities = await listAllIdentities(services, actor, Math.max(1, Number.parseInt(page, 10) || 1))
    return listOutput('identities', identities, [
      ['ID', (identity) => identity.id],
      ['USER', ({ username }) => username],
      ['PROVIDER', ({ providerId }) => providerId],
      ['SUBJECT', ({ subject }) => subject],
      ['EMAIL THERE', ({ email }) => email ?? '–'],
      ['LINKED (UTC)', ({ linkedAt }) => formatInstant(linkedAt)],
      ['LAST SIGN-IN (UTC)', ({ lastSignInAt }) => formatInstant(lastSignInAt)],
    ])
  })
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
