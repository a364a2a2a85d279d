import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { firstKeyHref, firstStepHref } from '#app/(portal)/_urls/admin-places.ts'
import { dialogHref, keyHref, userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { changeKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { type KeyAction, keyActions } from '#app/(portal)/users-and-access/key-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { findApiKey, findUnusedNewKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import { directoryUsername, keyPurposes } from '#lib/domain/keys/api-keys/key-purpose.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { countSessionsOfApiKey, maxCountedSessions } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { listKeyOwners, proposeOwner } from '#lib/domain/people/users/find-users.ts'
import { isManager, mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import {
  DisableKeyDialog,
  EditKeyDialog,
  ExtendKeyDialog,
  GenerateKeyDialog,
  LimitKeyDialog,
  NarrowKeyDialog,
  PlainDialog,
  RevokeKeyDialog,
} from './lazy-dialogs.tsx'
import type { DialogContext } from './open-dialog.tsx'

type Props = Readonly<{ context: DialogContext }>

const lifeDays = [30, 90, 365] as const

/** @returns `undefined` if there is no such key or its state forbids the dialog's action */
export async function findKeyDialog(context: DialogContext) {
  if (context.name === 'generate-key') return <NewKeyDialog context={context} />
  const key = await findApiKey(context.services, context.actor, context.subject)
  if (!key || !isOpenTo(key, context.name)) return undefined
  if (context.name === 'key-created') return <KeyCreatedDialog apiKey={key} context={context} />
  return <ChangeKeyDialog context={context} apiKey={key} />
}

function isOpenTo(key: ApiKey, name: DialogContext['name']): boolean {
  if (name === 'key-created') return key.state !== 'revoked'
  return Object.hasOwn(keyActions, name) && keyActions[name as KeyAction].isOpen(key)
}

async function NewKeyDialog({ context }: Props) {
  const { services, actor, closeHref, confirmBy, firstStep } = context
  const [t, expiries, owners, groups, addresses, unseen] = await Promise.all([
    portalTranslator('usersAndAccess'),
    listExpiries(services),
    listKeyOwners(services, actor),
    listGroupChoices(services, actor),
    listReturnAddresses(services, actor),
    findUnusedNewKey(services, actor),
  ])
  const addsManagers = mayManageRole(actor.role, 'service_admin')
  const purposes = keyPurposes.filter((purpose) => purpose !== 'scim' || addsManagers)
  return (
    <GenerateKeyDialog
      purposes={purposes}
      name={firstStep?.keyName ?? ''}
      purpose={purposes.find((purpose) => purpose === context.subject) ?? 'open'}
      proposed={{
        open: proposeOwner(owners, actor.userId, 'service'),
        manage: proposeOwner(owners, actor.userId, 'service_admin'),
      }}
      // The service user that owns the keys of directories owns no others.
      owners={owners
        .filter(({ role, username }) => role !== 'service_admin' || username !== directoryUsername)
        .map(({ id, name, username, role, opens }) => ({
          id,
          name,
          opens,
          manages: isManager(role),
          accountsHref: userAccountsHref(id),
          label: id === actor.userId ? t('newKey.ownerYou', { name }) : t('newKey.ownerOther', { name, username }),
        }))}
      groups={groups}
      addsManagers={addsManagers}
      expiries={expiries}
      returnAddresses={addresses.map(({ origin }) => origin)}
      baseUrl={services.env.baseUrl}
      closeHref={closeHref}
      confirmBy={confirmBy}
      createdHref={firstStep ? firstStepHref('key-created', '') : dialogHref(context.listState, 'key-created', '')}
      pageHref={firstStep ? firstKeyHref('') : keyHref('')}
      unseen={unseen && { name: unseen.name, revokeHref: dialogHref(context.listState, 'revoke-key', unseen.id) }}
    />
  )
}

/** The lifetimes to choose from, with the date on which each ends. */
async function listExpiries({ clock }: Services) {
  const { dateTime } = await portalFormatter()
  const now = clock.now()
  return lifeDays.map((days) => ({ days, date: dateTime(now + days * dayMs, { dateStyle: 'long' }) }))
}

async function ChangeKeyDialog({ context, apiKey }: Props & Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { closeHref } = context
  const { id, name } = apiKey
  const fields = { do: context.name, id }
  const use = <KeyUse context={context} apiKey={apiKey} />
  if (context.name === 'edit-key') {
    const shown = { name, ...recordOf(keyTexts, (field) => apiKey[field]) }
    return <EditKeyDialog apiKey={shown} fields={fields} closeHref={closeHref} />
  }
  if (context.name === 'limit-key') {
    const { confirmBy } = context
    const { callLimit } = apiKey
    return <LimitKeyDialog {...{ name, callLimit, fields, closeHref, confirmBy }} />
  }
  if (context.name === 'narrow-key') {
    const { services, actor, confirmBy } = context
    const registered = (await listReturnAddresses(services, actor)).map(({ origin }) => origin)
    const shown = { name, ...recordOf(keyLimitNames, (limit) => apiKey[limit]) }
    return (
      <NarrowKeyDialog {...{ apiKey: { ...shown, scopes: apiKey.scopes }, registered, fields, closeHref, confirmBy }} />
    )
  }
  if (context.name === 'extend-key') {
    const { confirmBy, services } = context
    const left = (apiKey.expiresAt ?? 0) - services.clock.now()
    const expiries = (await listExpiries(services)).filter(({ days }) => days * dayMs > left)
    return <ExtendKeyDialog {...{ name, expiries, fields, closeHref, confirmBy }} />
  }
  if (context.name === 'revoke-key') return <RevokeDialog context={context} apiKey={apiKey} fields={fields} />
  if (context.name === 'disable-key') {
    return (
      <DisableKeyDialog name={name} fields={fields} closeHref={closeHref}>
        <p>{t('disableKey.effect')}</p>
        {use}
      </DisableKeyDialog>
    )
  }
  return (
    <ActionDialog
      actions={keyActions}
      name="enable-key"
      action={changeKeyAction}
      say={(word) => t(word, { name })}
      fields={{ id }}
      closeHref={closeHref}
    >
      {use}
    </ActionDialog>
  )
}

type RevokeProps = Props & Readonly<{ apiKey: ApiKey; fields: Readonly<Record<string, string>> }>

/** Says which programs and open accounts stop. */
async function RevokeDialog({ context, apiKey, fields }: RevokeProps) {
  const { services, actor, closeHref } = context
  const [t, openSessions] = await Promise.all([
    portalTranslator('usersAndAccess'),
    countSessionsOfApiKey(services, actor, apiKey),
  ])
  const more = openSessions >= maxCountedSessions ? '+' : ''
  return (
    <RevokeKeyDialog name={apiKey.name} isUsed={apiKey.lastUsedAt !== null} fields={fields} closeHref={closeHref}>
      <p>{t('revokeKey.effect')}</p>
      <KeyUse context={context} apiKey={apiKey} />
      {openSessions > 0 && <p>{t('revokeKey.sessions', { count: openSessions, more })}</p>}
    </RevokeKeyDialog>
  )
}

/** Shown after a reload of the page that had shown the secret. */
async function KeyCreatedDialog({ context, apiKey }: Props & Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name } = apiKey
  return (
    <PlainDialog
      title={t('keyCreated.title', { name })}
      closeHref={context.closeHref}
      actions={
        <>
          <LinkButton href={context.closeHref} variant="primary" inPlace>
            {t('keyCreated.keep')}
          </LinkButton>
          <LinkButton href={dialogHref(context.listState, 'revoke-key', id)} variant="danger" inPlace>
            {t('revokeKey.submit')}
          </LinkButton>
        </>
      }
    >
      <p>{t('keyCreated.gone')}</p>
      <KeyUse context={context} apiKey={apiKey} />
    </PlainDialog>
  )
}

/** Who used the key, when and from where, so that the user can judge the impact. */
async function KeyUse({ context: { services, actor }, apiKey }: Props & Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('usersAndAccess')
  const { lastUsedAt, lastUsedFrom, owner } = apiKey
  const calls = await countCallsInLastDay(services, actor, [apiKey])
  return (
    <p>
      <strong>{t('keyUse.inLastDay', { count: calls.get(apiKey.id) ?? 0 })}</strong>{' '}
      {lastUsedAt === null
        ? t('keyUse.never')
        : t.rich('keyUse.last', { when: () => <Moment at={lastUsedAt} />, address: lastUsedFrom ?? '' })}{' '}
      {t('keyUse.actsAs', { owner: owner.name })}
    </p>
  )
}
