import type { PortalUser } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { maxRehearsalMinutes } from '#lib/api-keys/key-secret.ts'
import type { HandOver } from '#lib/hand-over/read-hand-over.ts'
import type { KeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import { findConfirmBy } from '#lib/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/services.ts'
import { ClientMessages } from '../../../../_preferences/client-messages.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import { keyHref } from '../../../list-state.ts'
import { HandOverDialog, LeakedDialog, RehearseDialog, RetireDialog, RotateDialog } from './secret-dialogs.tsx'
import type { SecretDialog } from './secrets-url.ts'

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
  const dialog = { apiKey: { id: apiKey.id, name: apiKey.name }, closeHref }
  const confirmBy = await findConfirmBy(services, actor)
  if (apiKey.state === 'revoked' || apiKey.state === 'expired') return null
  if (name === 'leaked') return <LeakedDialog {...dialog} confirmBy={confirmBy} />
  if (name === 'rotate' && !retiring) {
    return <RotateDialog {...dialog} confirmBy={confirmBy} hasPending={pending !== undefined} />
  }
  if (name === 'hand-over' && !retiring && apiKey.state === 'active') {
    return (
      <HandOverDialog
        {...dialog}
        confirmBy={confirmBy}
        hasPending={pending !== undefined}
        hasOpenLink={handOver?.state === 'open'}
        hasSecret={secrets.length > 0}
      />
    )
  }
  const keyId = apiKey.id
  if (name === 'rehearse' && retiring)
    return <RehearseDialog {...{ keyId, closeHref }} maxMinutes={maxRehearsalMinutes} />
  const secret = name === 'retire' ? retiring : name === 'discard' ? pending : undefined
  if (!secret) return null
  const words = name === 'retire' ? 'retireDialog' : 'discardDialog'
  return (
    <RetireDialog
      {...{ keyId, closeHref, secretId: secret.id }}
      title={t(`${words}.title`)}
      submitLabel={t(`${words}.submit`)}
      endFamilies={secret.liveFamilies > 0}
    >
      <p>{t(`${words}.effect`)}</p>
    </RetireDialog>
  )
}
