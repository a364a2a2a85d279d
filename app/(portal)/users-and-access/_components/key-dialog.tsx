import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findApiKey, findUnusedNewKey } from '#lib/api-keys/find-api-keys.ts'
import { keyScopes } from '#lib/api-keys/scopes.ts'
import { dayMs } from '#lib/clock.ts'
import { listKeyOwners } from '#lib/users/find-users.ts'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormActions } from '../../../../components/ui/form.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '../../_preferences/preferences.ts'
import { disableKeyAction, enableKeyAction } from '../actions.ts'
import { decodeListState, dialogHref } from '../list-state.ts'
import { ConfirmFormDialog } from './confirm-form-dialog.tsx'
import type { DialogContext } from './dialog-context.ts'
import { GenerateKeyDialog } from './generate-key-dialog.tsx'
import { NotFoundDialog } from './not-found-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

type Props = Readonly<{ context: DialogContext }>

const lifeDays = [30, 90, 365] as const

export async function KeyDialog({ context }: Props) {
  if (context.name === 'generate-key') return <NewKeyDialog context={context} />
  const key = await findApiKey(context.services, context.actor, context.subject)
  if (!key || !isOpenTo(key, context.name)) return <NotFoundDialog closeHref={context.closeHref} />
  if (context.name === 'key-created') return <KeyCreatedDialog apiKey={key} context={context} />
  return <ChangeKeyDialog context={context} apiKey={key} />
}

/** Whether the dialog's action is possible in the key's state. */
function isOpenTo(key: ApiKey, name: DialogContext['name']): boolean {
  if (name === 'disable-key') return key.state === 'active'
  if (name === 'enable-key') return key.state === 'disabled'
  return key.state !== 'revoked'
}

async function NewKeyDialog({ context }: Props) {
  const { services, actor, closeHref, askPassword } = context
  const listState = decodeListState(context.listState)
  const [t, { dateTime }, owners, unseen] = await Promise.all([
    portalTranslator('usersAndAccess'),
    portalFormatter(),
    listKeyOwners(services, actor),
    findUnusedNewKey(services, actor),
  ])
  const now = services.clock.now()
  return (
    <GenerateKeyDialog
      owners={owners.map(({ id, name, username }) => ({
        id,
        label: id === actor.userId ? t('newKey.ownerYou', { name }) : t('newKey.ownerOther', { name, username }),
      }))}
      scopes={keyScopes}
      expiries={lifeDays.map((days) => ({ days, date: dateTime(now + days * dayMs, { dateStyle: 'long' }) }))}
      baseUrl={services.env.baseUrl}
      closeHref={closeHref}
      askPassword={askPassword}
      createdHref={dialogHref(listState, 'key-created', '')}
      unseen={unseen && { name: unseen.name, revokeHref: dialogHref(listState, 'revoke-key', unseen.id) }}
    />
  )
}

async function ChangeKeyDialog({ context, apiKey }: Props & Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { listState, closeHref } = context
  const { id, name } = apiKey
  if (context.name === 'revoke-key') {
    return (
      <RevokeKeyDialog apiKey={{ id, name }} listState={listState} closeHref={closeHref}>
        <p>{t('revokeKey.effect')}</p>
        <KeyUse apiKey={apiKey} />
      </RevokeKeyDialog>
    )
  }
  const change = context.name === 'disable-key' ? 'disableKey' : 'enableKey'
  return (
    <ConfirmFormDialog
      action={change === 'disableKey' ? disableKeyAction : enableKeyAction}
      fields={{ keyId: id, listState }}
      closeHref={closeHref}
      title={t(`${change}.title`, { name })}
      submitLabel={t(`${change}.submit`)}
      danger={change === 'disableKey'}
    >
      <p>{t(`${change}.effect`)}</p>
      <KeyUse apiKey={apiKey} />
    </ConfirmFormDialog>
  )
}

/** Shown after a reload of the page that had shown the secret. */
async function KeyCreatedDialog({ context, apiKey }: Props & Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name } = apiKey
  return (
    <Dialog title={t('keyCreated.title', { name })} closeHref={context.closeHref}>
      <p>{t('keyCreated.gone')}</p>
      <KeyUse apiKey={apiKey} />
      <FormActions>
        <LinkButton href={context.closeHref} variant="primary" inPlace>
          {t('keyCreated.keep')}
        </LinkButton>
        <LinkButton href={dialogHref(decodeListState(context.listState), 'revoke-key', id)} variant="danger" inPlace>
          {t('revokeKey.submit')}
        </LinkButton>
      </FormActions>
    </Dialog>
  )
}

/** Who used the key, when and from where, so that the user can judge the impact. */
async function KeyUse({ apiKey }: Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { lastUsedAt, lastUsedFrom, owner, usesInLastDay } = apiKey
  return (
    <p>
      <strong>{t('keyUse.inLastDay', { count: usesInLastDay })}</strong>{' '}
      {lastUsedAt === null
        ? t('keyUse.never')
        : t.rich('keyUse.last', { when: () => <Moment at={lastUsedAt} />, address: lastUsedFrom ?? '' })}{' '}
      {t('keyUse.actsAs', { owner: owner.name })}
    </p>
  )
}
