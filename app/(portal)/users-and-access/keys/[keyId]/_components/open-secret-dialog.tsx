import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { maxRehearsalMinutes } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { HandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import type { KeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { HandOverDialog, RehearseDialog, RetireDialog } from './secret-dialogs.tsx'
import { currentKind, kindOf, type SecretDialog } from './secrets-url.ts'

type Props = Readonly<{
  actor: PortalUser
  apiKey: ApiKey
  secrets: KeySecrets
  handOver: HandOver | undefined
  name: SecretDialog
}>

/** The dialog about the key's secrets that the URL names. */
export async function OpenSecretDialog(props: Props) {
  return (
    <ClientMessages namespaces={['keySecrets', 'usersAndAccess']}>
      <NamedDialog {...props} />
    </ClientMessages>
  )
}

/** @returns nothing if the key or its secrets do not allow it */
async function NamedDialog({ actor, apiKey, secrets: { secrets }, handOver, name }: Props) {
  const [t, services] = await Promise.all([portalTranslator('keySecrets'), getServices()])
  const closeHref = keyHref(apiKey.id)
  const [retiring, pending] = (['retiring', 'pending'] as const).map((state) =>
    secrets.find((secret) => secret.state === state),
  )
  const { id: keyId, name: keyName } = apiKey
  const confirmBy = await findConfirmBy(services, actor)
  const current = currentKind(secrets)
  const dialog = { apiKey: { id: keyId, name: keyName, dpop: apiKey.requiresDpop }, closeHref, confirmBy, current }
  const { baseUrl } = services.env
  if (apiKey.state === 'revoked' || apiKey.state === 'expired') return null
  if (name === 'leaked') return <RotateDialog {...dialog} baseUrl={baseUrl} leaked />
  if (name === 'rotate' && !retiring) {
    return <RotateDialog {...dialog} baseUrl={baseUrl} hasPending={pending !== undefined} />
  }
  if (name === 'hand-over' && !retiring && apiKey.state === 'active') {
    return (
      <HandOverDialog
        {...dialog}
        hasPending={pending !== undefined}
        hasOpenLink={handOver?.state === 'open'}
        hasSecret={secrets.length > 0}
      />
    )
  }
  if (name === 'rehearse' && retiring)
    return <RehearseDialog {...{ keyId, closeHref }} kind={kindOf(retiring)} maxMinutes={maxRehearsalMinutes} />
  const secret = name === 'retire' ? retiring : name === 'discard' ? pending : undefined
  if (!secret) return null
  const words = name === 'retire' ? 'retireDialog' : 'discardDialog'
  return (
    <RetireDialog
      {...{ keyId, closeHref, secretId: secret.id }}
      title={t(`${words}.title.${kindOf(secret)}`)}
      submitLabel={t(`${words}.submit.${kindOf(secret)}`)}
      endFamilies={secret.liveFamilies > 0}
    >
      <p>{t(`${words}.effect.${kindOf(secret)}`)}</p>
    </RetireDialog>
  )
}
