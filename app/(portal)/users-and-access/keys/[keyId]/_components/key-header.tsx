import { DetailHeader } from '#app/(portal)/_details/detail-header.tsx'
import { ActionButtons, ActionEntries } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyDialogHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { KeyState } from '#app/(portal)/users-and-access/_components/key-state.tsx'
import { type KeyAction, type KeyActionLabel, keyActions } from '#app/(portal)/users-and-access/key-actions.ts'
import { Code } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import { State } from '#components/ui/state.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { KeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import styles from './key-page.module.css'
import { currentKind, secretHref } from './secrets-url.ts'

/** The key's name, state and ID, and its actions. */
export async function KeyHeader({ apiKey, secrets: { secrets } }: Readonly<{ apiKey: ApiKey; secrets: KeySecrets }>) {
  const [t, words] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('keySecrets')])
  const { id, name, state } = apiKey
  const isRotating = secrets.some((secret) => secret.state === 'retiring')
  const mayRotate = state === 'active' || state === 'disabled'
  const hrefOf = (action: KeyAction) => keyDialogHref(id, action)
  const labelOf = (label: KeyActionLabel) => t(label)
  const offered = { actions: keyActions, subject: apiKey, hrefOf, labelOf }
  return (
    <DetailHeader
      icon={
        <span className={styles.icon}>
          <NounIcon noun="key" size={24} />
        </span>
      }
      name={name}
      state={
        <>
          <KeyState apiKey={apiKey} />
          {isRotating && <State kind="waiting">{words('rotating')}</State>}
        </>
      }
      id={
        <>
          <Code>{id}</Code>
          <CopyButton value={id} what={t('secret.keyId')} iconOnly />
        </>
      }
      actions={
        <>
          <ActionButtons {...offered} names={['edit-key']} />
          {mayRotate && !isRotating && (
            <LinkButton href={secretHref(id, 'rotate')} inPlace>
              {words('rotate')}
            </LinkButton>
          )}
          <ActionButtons {...offered} names={['disable-key', 'enable-key']} />
          {state !== 'revoked' && (
            <RowMenu label={t('actionsFor', { name })}>
              {state === 'active' && !isRotating && (
                <MenuLink href={secretHref(id, 'hand-over')} inPlace>
                  {words('handOver')}
                </MenuLink>
              )}
              <ActionEntries {...offered} names={['narrow-key', 'extend-key']} />
              {mayRotate && (
                <MenuLink href={secretHref(id, 'leaked')} inPlace danger>
                  {words(`leakedLink.${currentKind(secrets)}`)}
                </MenuLink>
              )}
              <ActionEntries {...offered} names={['revoke-key']} />
            </RowMenu>
          )}
        </>
      }
    />
  )
}
