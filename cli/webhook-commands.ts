import type { Command } from 'commander'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import type { WebhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import type { RequestOf, ResponseOf } from '#lib/web/management-api/client.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { addTextChanges, addTextOptions, readTexts, textColumns } from './text-options.ts'
import { addVerb, requireSomeOption, type Site } from './verb.ts'

type TargetOptions = Readonly<{ url?: string; kinds?: EventKind[]; allKinds?: true }> & Partial<WebhookTexts>

export function addWebhookCommands(program: Command): void {
  const noun = program.command('webhook').description('Endpoints that audit events are sent to.')
  addVerb(noun, 'list', listWebhooks).description('List the endpoints with their state. Secrets are not shown.')
  addTargetVerbs(noun)
  addSecretVerbs(noun)
  addSendingVerbs(noun)
}

function addTargetVerbs(noun: Command): void {
  const add = addVerb(noun, 'add <url>', async ({ api }, url: string, { kinds, ...given }: TargetOptions) =>
    showSecret(
      await api.call('addWebhook', { body: { url, ...readTexts(webhookFields, given), kinds: kinds ?? null } }),
    ),
  )
    .description('Add an endpoint and print its signing secret, once. It receives the events from now on.')
    .option('--kinds <A,B>', 'only events of these kinds, such as api_key.revoked (default: all)', parseList)
  const change = addVerb(noun, 'edit <id>', edit)
    .description('Change an endpoint. What is not given stays.')
    .option('--url <url>', 'where events are sent from now on')
    .option('--kinds <A,B>', 'only events of these kinds', parseList)
    .option('--all-kinds', 'events of all kinds')
  addTextOptions(add, webhookFields)
  addTextChanges(change, webhookFields)
  requireSomeOption(change, 'what to change')
  addVerb(noun, 'remove <id>', async ({ api }, id: string) => {
    await api.call('removeWebhook', { params: { webhookId: id } })
    return { json: { id }, lines: [`Removed ${id}.`] }
  }).description('Remove an endpoint. Nothing more is sent to it.')
}

function addSecretVerbs(noun: Command): void {
  addVerb(noun, 'rotate <id>', async ({ api }, id: string, { endFormer }: { endFormer?: true }) => {
    const params = { webhookId: id }
    if (!endFormer) {
      // Read before: a token that may not read it must not lose the secret.
      const webhook = await api.call('getWebhook', { params })
      return showSecret({ ...webhook, ...(await api.call('rotateSigningSecret', { params })) })
    }
    await api.call('endFormerSigningSecret', { params })
    return { json: { id }, lines: [`Messages to ${id} are signed only by the newest secret.`] }
  })
    .description('Print a new signing secret, once. Messages are signed by both until you end the former one.')
    .option('--end-former', 'end the former secret instead')
}

const states = [
  { verb: 'pause', paused: true, done: 'Paused', description: 'Send nothing until you resume it. Events wait.' },
  { verb: 'resume', paused: false, done: 'Resumed', description: 'Send the events that waited.' },
] as const

function addSendingVerbs(noun: Command): void {
  for (const { verb, paused, done, description } of states) {
    addVerb(noun, `${verb} <id>`, async (site, id: string) => {
      await patchWebhook(site, id, { paused })
      return { json: { id }, lines: [`${done} ${id}.`] }
    }).description(description)
  }
  addVerb(noun, 'test <id>', async ({ api }, id: string) => {
    const outcome = await api.call('testWebhook', { params: { webhookId: id } })
    const { delivered, response: answer, status, problem, durationMs } = outcome
    const json = { id, status, problem, answer, durationMs }
    return { json, lines: [describeOutcome(outcome)], failed: !delivered }
  }).description('Send a test event now.')
  addVerb(noun, 'replay <id> <number>', async ({ api }, id: string, text: string) => {
    const from = Number(text)
    // The operation refuses text that is no number.
    const body = { from: /^\d{1,15}$/.test(text) ? from : (text as unknown as number) }
    await api.call('replayWebhook', { params: { webhookId: id }, body })
    return { json: { id, from }, lines: [`Sending to ${id} from number ${from}.`] }
  }).description('Send the events from this number of the journal on, again or for the first time.')
}

async function edit(site: Site, id: string, { url, kinds, allKinds, ...given }: TargetOptions): Promise<CommandOutput> {
  await patchWebhook(site, id, { url, ...readTexts(webhookFields, given), kinds: allKinds ? null : kinds })
  return { json: { id }, lines: [`Changed ${id}.`] }
}

function patchWebhook({ api }: Site, webhookId: string, body: RequestOf<'patchWebhook'>['body']) {
  return api.call('patchWebhook', { params: { webhookId }, body })
}

function showSecret({ id, url, secret }: Readonly<{ id: string; url: string; secret: string }>): CommandOutput {
  return {
    json: { id, url, secret },
    lines: [`id      ${id}`, `secret  ${secret}`],
    notes: ["Copy the secret now. It can't be shown again."],
  }
}

/** The operation checks them. */
function parseList(text: string): EventKind[] {
  return text.split(',').map((word) => word.trim() as EventKind)
}

type Outcome = ResponseOf<'testWebhook'>

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

function describeOutcome({ delivered, status, problem, durationMs }: Outcome): string {
  const facts = [status === null ? '' : `status ${status}`, problem === null ? '' : problemWords[problem]]
  const said = facts.filter((fact) => fact !== '').join(', ')
  return `${delivered ? 'Delivered' : 'Not delivered'}: ${said} (${durationMs} ms).`
}

/** The oldest first. How it delivers is another resource of each. */
async function listWebhooks({ api }: Site): Promise<CommandOutput> {
  const webhooks: Shown[] = []
  for (const webhook of await api.list('listWebhooks', {})) {
    webhooks.push(toShown(webhook, await api.call('getDeliveries', { params: { webhookId: webhook.id } })))
  }
  webhooks.sort((one, other) => one.createdAt - other.createdAt)
  return listOutput('webhooks', webhooks, [
    ['ID', ({ id }) => id],
    ['URL', ({ url }) => url],
    ...textColumns(webhookFields),
    ['EVENTS', ({ kinds }) => (kinds === null ? 'all' : `${kinds.length} kinds`)],
    ['STATE', describeState],
    ['SENT UP TO', ({ position }) => String(position)],
    ['NEXT ATTEMPT (UTC)', ({ nextAttemptAt }) => formatInstant(nextAttemptAt)],
  ])
}

/** As commands show a webhook: with its deliveries, and a pause as an object. */
function toShown(webhook: ResponseOf<'getWebhook'>, { position, failing, lost }: ResponseOf<'getDeliveries'>) {
  const { paused, pausedAt: at, pauseReason: reason, formerSecretSigns, ...shown } = webhook
  return {
    ...{ ...shown, ...webhookFields.toEntered(shown), hasFormerSecret: formerSecretSigns, position },
    ...{ paused: paused ? { at, reason } : null, attempts: failing?.attempts ?? 0 },
    ...{ firstFailedAt: failing?.since ?? null, nextAttemptAt: failing?.nextAttemptAt ?? null, lost },
  }
}

type Shown = ReturnType<typeof toShown>

function describeState({ paused, attempts, lost }: Shown): string {
  const state = paused ? `paused (${paused.reason})` : attempts > 0 ? `retrying (${attempts})` : 'active'
  return lost ? `${state}, ${lost.from} to ${lost.to} not sent and deleted` : state
}
