import type { Command } from 'commander'
import type { AddedWebhook, ListedWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { isDelivered, type Outcome } from '#lib/webhooks/webhook.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { addVerb, requireSomeOption } from './verb.ts'

type TargetOptions = Readonly<{ url?: string; description?: string; kinds?: string[]; allKinds?: true }>

export function addWebhookCommands(program: Command): void {
  const noun = program.command('webhook').description('Endpoints that audit events are sent to.')
  addVerb(noun, 'list', async ({ webhooks }) => {
    const all = await webhooks.list()
    return { json: { webhooks: all }, lines: formatWebhooks(all) }
  }).description('List the endpoints with their state. Secrets are not shown.')
  addTargetVerbs(noun)
  addSecretVerbs(noun)
  addSendingVerbs(noun)
}

function addTargetVerbs(noun: Command): void {
  addVerb(noun, 'add <url>', async ({ webhooks }, url: string, { description, kinds }: TargetOptions) =>
    showSecret(await webhooks.add({ url, description: description ?? '', kinds: kinds ?? null })),
  )
    .description('Add an endpoint and print its signing secret, once. It receives the events from now on.')
    .option('--description <text>', 'what receives the events')
    .option('--kinds <A,B>', 'only events of these kinds, such as api_key.revoked (default: all)', parseList)
  const change = addVerb(noun, 'edit <id>', edit)
    .description('Change an endpoint. What is not given stays.')
    .option('--url <url>', 'where events are sent from now on')
    .option('--description <text>', 'what receives the events')
    .option('--kinds <A,B>', 'only events of these kinds', parseList)
    .option('--all-kinds', 'events of all kinds')
  requireSomeOption(change, 'what to change')
  addVerb(noun, 'remove <id>', async ({ webhooks }, id: string) => {
    await webhooks.remove(id)
    return { json: { id }, lines: [`Removed ${id}.`] }
  }).description('Remove an endpoint. Nothing more is sent to it.')
}

function addSecretVerbs(noun: Command): void {
  addVerb(noun, 'rotate <id>', async ({ webhooks }, id: string, { endFormer }: { endFormer?: true }) => {
    if (!endFormer) return showSecret(await webhooks.rotate(id))
    await webhooks.endFormerSecret(id)
    return { json: { id }, lines: [`Messages to ${id} are signed by the newest secret alone.`] }
  })
    .description('Print a new signing secret, once. Messages are signed by both until you end the former one.')
    .option('--end-former', 'end the former secret instead')
}

function addSendingVerbs(noun: Command): void {
  addVerb(noun, 'pause <id>', async ({ webhooks }, id: string) => {
    await webhooks.pause(id)
    return { json: { id }, lines: [`Paused ${id}.`] }
  }).description('Send nothing until you resume it. Events wait.')
  addVerb(noun, 'resume <id>', async ({ webhooks }, id: string) => {
    await webhooks.resume(id)
    return { json: { id }, lines: [`Resumed ${id}.`] }
  }).description('Send the events that waited.')
  addVerb(noun, 'test <id>', async ({ webhooks }, id: string) => {
    const outcome = await webhooks.test(id)
    return { json: { id, ...outcome }, lines: [describeOutcome(outcome)], failed: !isDelivered(outcome) }
  }).description('Send a test event now.')
  addVerb(noun, 'replay <id> <number>', async ({ webhooks }, id: string, from: string) => {
    await webhooks.replay(id, from)
    return { json: { id, from: Number(from) }, lines: [`Sending to ${id} from number ${from}.`] }
  }).description('Send the events from this number of the journal on, again or for the first time.')
}

async function edit(
  { webhooks }: Operations,
  id: string,
  { url, description, kinds, allKinds }: TargetOptions,
): Promise<CommandOutput> {
  await webhooks.edit(id, {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(kinds !== undefined && { kinds }),
    ...(allKinds && { kinds: null }),
  })
  return { json: { id }, lines: [`Changed ${id}.`] }
}

function showSecret({ id, url, secret }: AddedWebhook): CommandOutput {
  return {
    json: { id, url, secret },
    lines: [`id      ${id}`, `secret  ${secret}`],
    notes: ["Copy the secret now. It can't be shown again."],
  }
}

function parseList(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

const problemWords: Readonly<Record<NonNullable<Outcome['problem']>, string>> = {
  timeout: 'no response within 15 seconds',
  unresolved: 'host not found: check the spelling',
  blocked_address: 'the IP address is not public: allow its network with WEBHOOK_NETWORKS',
  bad_url: 'the URL is not valid',
  connection: 'no connection',
  tls: 'the TLS connection failed, for example because of the certificate',
  redirect: 'redirects are not followed',
  unreadable_secret: 'the signing secret cannot be read: its master secret is not configured',
  stopped: 'the process ended',
}

function describeOutcome(outcome: Outcome): string {
  const { status, problem, durationMs } = outcome
  const facts = [status === null ? '' : `status ${status}`, problem === null ? '' : problemWords[problem]]
  const said = facts.filter((fact) => fact !== '').join(', ')
  return `${isDelivered(outcome) ? 'Delivered' : 'Not delivered'}: ${said} (${durationMs} ms).`
}

function formatWebhooks(webhooks: readonly ListedWebhook[]): string[] {
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.url,
    webhook.description === '' ? '–' : webhook.description,
    webhook.kinds === null ? 'all' : `${webhook.kinds.length} kinds`,
    describeState(webhook),
    String(webhook.position),
    formatInstant(webhook.nextAttemptAt),
  ])
  return formatTable(['ID', 'URL', 'DESCRIPTION', 'EVENTS', 'STATE', 'SENT UP TO', 'NEXT ATTEMPT (UTC)'], rows)
}

function describeState({ paused, attempts, lost }: ListedWebhook): string {
  const state = paused ? `paused (${paused.reason})` : attempts > 0 ? `retrying (${attempts})` : 'active'
  return lost ? `${state}, ${lost.from} to ${lost.to} not sent and deleted` : state
}
