import type { Command } from 'commander'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import type { RequestOf, ResponseOf } from '#lib/web/management-api/client.ts'
import { changedTexts, flag, newTexts, option, textColumns } from './options.ts'
import { type CommandOutput, formatFacts, formatInstant, listOutput } from './output.ts'
import { type Site, type Verbs, verbsOf } from './verb.ts'

export function addWebhookCommands(program: Command): void {
  const verb = verbsOf(program.command('webhook').description('Endpoints that audit events are sent to.'))
  verb('list', 'List the endpoints with their state. Secrets are not shown.').onSite(listWebhooks)
  addTargetVerbs(verb)
  addSecretVerb(verb)
  addSendingVerbs(verb)
}

function addTargetVerbs(verb: Verbs): void {
  const kinds = 'only events of these kinds'
  verb('add <url>', 'Add an endpoint and print its signing secret, once. It receives the events from now on.', {
    kinds: option('--kinds <A,B>', `${kinds}, such as api_key.revoked (default: all)`, parseKinds),
    ...newTexts(webhookFields),
  }).onSite(async ({ api }, url, given) =>
    showSecret(await api.call('addWebhook', { body: { kinds: null, ...given, url } })),
  )
  verb('edit <id>', 'Change an endpoint. What is not given stays.', {
    url: option('--url <url>', 'where events are sent from now on'),
    kinds: option('--kinds <A,B>', kinds, parseKinds),
    allKinds: flag('--all-kinds', 'events of all kinds'),
    ...changedTexts(webhookFields),
  })
    .needsOption('what to change')
    .onSite(async (site, id, { allKinds, ...given }) => {
      await patchWebhook(site, id, { ...given, ...(allKinds && { kinds: null }) })
      return { json: { id }, lines: [`Changed ${id}.`] }
    })
  verb('remove <id>', 'Remove an endpoint. Nothing more is sent to it.').onSite(async ({ api }, id) => {
    await api.call('removeWebhook', { params: { webhookId: id } })
    return { json: { id }, lines: [`Removed ${id}.`] }
  })
}

/** The operation checks them. */
function parseKinds(text: string): EventKind[] {
  return text.split(',').map((word) => word.trim() as EventKind)
}

function addSecretVerb(verb: Verbs): void {
  verb('rotate <id>', 'Print a new signing secret, once. Messages are signed by both until you end the former one.', {
    endFormer: flag('--end-former', 'end the former secret instead'),
  }).onSite(async ({ api }, id, { endFormer }) => {
    const params = { webhookId: id }
    if (!endFormer) {
      // Read before: a token that may not read it must not lose the secret.
      const webhook = await api.call('getWebhook', { params })
      return showSecret({ ...webhook, ...(await api.call('rotateSigningSecret', { params })) })
    }
    await api.call('endFormerSigningSecret', { params })
    return { json: { id }, lines: [`Messages to ${id} are signed only by the newest secret.`] }
  })
}

function addSendingVerbs(verb: Verbs): void {
  const setPaused = (paused: boolean) => async (site: Site, id: string) => {
    await patchWebhook(site, id, { paused })
    return { json: { id }, lines: [`${paused ? 'Paused' : 'Resumed'} ${id}.`] }
  }
  verb('pause <id>', 'Send nothing until you resume it. Events wait.').onSite(setPaused(true))
  verb('resume <id>', 'Send the events that waited.').onSite(setPaused(false))
  verb('test <id>', 'Send a test event now.').onSite(async ({ api }, id) => {
    const outcome = await api.call('testWebhook', { params: { webhookId: id } })
    const { delivered, response: answer, status, problem, durationMs } = outcome
    const json = { id, status, problem, answer, durationMs }
    return { json, lines: [describeOutcome(outcome)], failed: !delivered }
  })
  const about = 'Send the events from this number of the journal on, again or for the first time.'
  verb('replay <id> <number>', about).onSite(async ({ api }, id, text) => {
    const from = Number(text)
    // The operation refuses text that is no number.
    const body = { from: /^\d{1,15}$/.test(text) ? from : (text as unknown as number) }
    await api.call('replayWebhook', { params: { webhookId: id }, body })
    return { json: { id, from }, lines: [`Sending to ${id} from number ${from}.`] }
  })
}

function patchWebhook({ api }: Site, webhookId: string, body: RequestOf<'patchWebhook'>['body']) {
  return api.call('patchWebhook', { params: { webhookId }, body })
}

function showSecret({ id, url, secret }: Readonly<{ id: string; url: string; secret: string }>): CommandOutput {
  return {
    json: { id, url, secret },
    lines: formatFacts({ id, secret }),
    notes: ["Copy the secret now. It can't be shown again."],
  }
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
    ...shown,
    ...webhookFields.toEntered(shown),
    hasFormerSecret: formerSecretSigns,
    position,
    paused: paused ? { at, reason } : null,
    attempts: failing?.attempts ?? 0,
    firstFailedAt: failing?.since ?? null,
    nextAttemptAt: failing?.nextAttemptAt ?? null,
    lost,
  }
}

type Shown = ReturnType<typeof toShown>

function describeState({ paused, attempts, lost }: Shown): string {
  const state = paused ? `paused (${paused.reason})` : attempts > 0 ? `retrying (${attempts})` : 'active'
  return lost ? `${state}, ${lost.from} to ${lost.to} not sent and deleted` : state
}
