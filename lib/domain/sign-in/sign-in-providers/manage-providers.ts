import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { ProviderError } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { maxProviders } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import { requireOtherWayIn } from '#lib/domain/sign-in/sign-in-providers/other-way-in.ts'
import { fetchPublished, type PublishedProvider } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { sealProviderSecret } from '#lib/domain/sign-in/sign-in-providers/provider-secret.ts'
import { tokenAlgorithms } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import {
  type NewProviderInput,
  newProviderSchema,
  type ProviderSettingsInput,
  providerChangesSchema,
} from '#lib/domain/sign-in/sign-in-providers/schema.ts'
import {
  parseIssuer,
  provesFactor,
  providerEvent,
  type SignInProvider,
  usesOwnKey,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import {
  findProvider,
  insertProvider,
  listProviderRows,
  lockProviders,
  type ProviderSettings,
  updateProvider,
} from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { tryCredentials } from '#lib/domain/sign-in/sign-in-providers/try-credentials.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** All providers by label. @throws Refusal `forbidden` unless the actor is an owner or the operator */
export async function listProviders({ db }: Services, actor: Actor): Promise<readonly SignInProvider[]> {
  requireManagerOf(actor, 'owner')
  return listProviderRows(db)
}

/** @throws Refusal `forbidden`, `not_found` */
export async function getProvider({ db }: Services, actor: Actor, id: string): Promise<SignInProvider> {
  requireManagerOf(actor, 'owner')
  return requireProvider(await findProvider(db, id))
}

/**
 * Adds a provider after its discovery document was fetched.
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `input_invalid`:
 *   `issuer` is a `ProviderProblem`, `insecure` or `taken`; `id` is `taken`, `reserved` or `too_many`; `secret` is
 *   `required` unless the client authenticates with a key
 */
export async function addProvider(services: Services, actor: Actor, input: NewProviderInput): Promise<SignInProvider> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  const { id, issuer: given, secret, isDisabled = false, ...rest } = parseInput(newProviderSchema, input)
  const settings = { ...rest, isDisabled }
  if (id === scimSource) throw new Refusal('input_invalid', { fields: { id: 'reserved' } })
  requireSecret(settings, secret !== null)
  const issuer = await testIssuer(services, given)
  const sealed = await sealGiven(services, settings, secret)
  return services.db.transaction().execute(async (trx) => {
    await lockProviders(trx)
    const former = await listProviderRows(trx)
    if (former.length >= maxProviders) throw new Refusal('input_invalid', { fields: { id: 'too_many' } })
    if (former.some((other) => other.issuer === issuer)) {
      throw new Refusal('input_invalid', { fields: { issuer: 'taken' } })
    }
    const isAdded = await insertProvider(
      trx,
      { id, issuer, ...settings },
      { sealed: sealed ?? undefined, createdBy: actorId(actor) },
    )
    if (!isAdded) throw new Refusal('input_invalid', { fields: { id: 'taken' } })
    const details = { issuer, ...(isDisabled && { state: 'disabled' }) }
    await recordEvent(trx, actor, providerEvent('sign_in_provider.added', { id, label: settings.label }, details))
    return requireProvider(await findProvider(trx, id))
  })
}

/**
 * Changes a provider, except for its ID and its issuer, which users are linked by. Sessions go on.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `input_invalid` as {@link addProvider}; `conflict`
 *   for disabling one's own only way in
 */
export async function changeProvider(
  services: Services,
  actor: Actor,
  { id, ...input }: ProviderSettingsInput & Readonly<{ id: string }>,
): Promise<SignInProvider> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  const { secret, isDisabled, ...rest } = parseInput(providerChangesSchema, input)
  const sealed = await sealGiven(services, rest, secret)
  return services.db.transaction().execute(async (trx) => {
    await lockProviders(trx)
    const former = requireProvider(await findProvider(trx, id))
    const settings = { ...rest, isDisabled: isDisabled ?? former.isDisabled }
    requireSecret(settings, secret !== null || former.hasSecret)
    if (settings.isDisabled && !former.isDisabled) await requireOtherWayIn(trx, actor, id)
    await updateProvider(trx, id, { settings, sealed })
    const changed = requireProvider(await findProvider(trx, id))
    await recordChange(trx, actor, { former, changed })
    return changed
  })
}

/**
 * Finds an issuer before its provider is added. @returns it in the provider's own spelling
 * @throws Refusal as {@link addProvider}
 */
export async function findProviderIssuer(services: Services, actor: Actor, given: string): Promise<string> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  return testIssuer(services, given)
}

/**
 * Fetches the discovery document now, and tries the credentials. @returns the problem, if any
 * @throws Refusal `forbidden`, `not_found`
 */
export async function testProvider(services: Services, actor: Actor, id: string): Promise<ProviderError | undefined> {
  const provider = await getProvider(services, actor, id)
  return fetchSignable(services, provider.issuer)
    .then((published) => tryCredentials(services, provider, published))
    .then(() => undefined, toProviderError)
}

/** @throws ProviderError also if the provider signs only with its clients' secrets */
async function fetchSignable(services: Services, issuer: string): Promise<PublishedProvider> {
  const published = await fetchPublished(services, issuer)
  const algorithms = published.metadata.id_token_signing_alg_values_supported
  if (algorithms && !algorithms.some((name) => tokenAlgorithms.includes(name))) throw new ProviderError('algorithms')
  return published
}

/** @returns the issuer in the provider's own spelling: only the slash at its end may differ */
async function testIssuer(services: Services, given: string): Promise<string> {
  const parsed = parseIssuer(given, services.env.baseUrl)
  if ('problem' in parsed) throw new Refusal('input_invalid', { fields: { issuer: parsed.problem } })
  const { issuer } = parsed
  const problem = await fetchSignable(services, issuer).then(() => undefined, toProviderError)
  if (problem === undefined) return issuer
  const { actual } = problem
  if (actual !== undefined && actual.replace(/\/$/, '') === issuer.replace(/\/$/, '')) return actual
  throw new Refusal('input_invalid', {
    fields: { issuer: problem.problem },
    ...(actual !== undefined && { entries: { issuer: [actual.slice(0, 512)] } }),
  })
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  throw error
}

function requireSecret({ clientAuth }: Pick<ProviderSettings, 'clientAuth'>, hasSecret: boolean): void {
  if (!usesOwnKey(clientAuth) && !hasSecret) {
    throw new Refusal('input_invalid', { fields: { secret: 'required' } })
  }
}

/** A client that authenticates with a key has no secret. */
async function sealGiven(
  { keys }: Services,
  { clientAuth }: Pick<ProviderSettings, 'clientAuth'>,
  secret: string | null,
) {
  if (usesOwnKey(clientAuth)) return null
  return secret === null ? undefined : sealProviderSecret(keys, secret)
}

/** Facts that decide who can sign in, and how. */
async function recordChange(
  trx: DbTransaction,
  actor: Actor,
  { former, changed }: Readonly<{ former: SignInProvider; changed: SignInProvider }>,
): Promise<void> {
  const facts = (provider: SignInProvider) => ({
    createsUsers: provider.createsUsers ? 'on' : 'off',
    passwords: provider.passwordsOff ? 'off' : 'on',
    state: provider.isDisabled ? 'disabled' : 'enabled',
    factor: provesFactor(provider) ? 'verified' : 'not_verified',
    domains: provider.domains.join(', '),
  })
  const [before, after] = [facts(former), facts(changed)]
  const details = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value),
  )
  await recordEvent(trx, actor, providerEvent('sign_in_provider.updated', changed, details))
}

function requireProvider(provider: SignInProvider | undefined): SignInProvider {
  if (!provider) throw new Refusal('not_found')
  return provider
}
