import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref, userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import type { LeaverSheet, OpenLink, SecretStep, SeenSecret } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { sheetActions } from './sheet-actions.ts'
import { userPageHref } from './user-url.ts'

/** A chip only where something is left to do. */
const looks: Readonly<Record<SecretStep, 'on' | 'waiting' | 'off'>> = {
  rotate: 'waiting',
  waiting: 'on',
  retiring: 'on',
  blocked: 'waiting',
  refused: 'off',
  handed_over: 'on',
}

/** The secrets and links that the user knows, and the way to rotate all of them. */
export async function SeenSecrets({ sheet }: Readonly<{ sheet: LeaverSheet }>) {
  const t = await portalTranslator('userPage')
  const { user, secrets, hiddenSecrets, webhooks, links } = sheet
  const rotateAll = secrets.some(({ step }) => step === 'rotate') && (
    <LinkButton href={userPageHref(user.id, 'rotate')} inPlace size="small">
      {t(sheetActions.rotate.label)}
    </LinkButton>
  )
  const isEmpty = secrets.length + webhooks.length + links.length + hiddenSecrets === 0
  return (
    <Card title={t('secrets.title')} action={rotateAll}>
      <Items none={isEmpty && t('secrets.none')}>
        {secrets.map((secret) => (
          <SecretItem key={secret.id} secret={secret} />
        ))}
        {webhooks.map(({ id, url, createdAt }) => (
          <Item
            key={id}
            title={<Link href={webhookHref(id)}>{new URL(url).host}</Link>}
            facts={[t.rich('webhooks.since', { when: () => <Moment at={createdAt} mode="date" /> })]}
          />
        ))}
        {links.map((link) => (
          <LinkItem key={`${link.kind} ${link.id}`} link={link} />
        ))}
        {hiddenSecrets > 0 && <Item title={t('secrets.hidden', { count: hiddenSecrets })} facts={[]} />}
      </Items>
    </Card>
  )
}

async function SecretItem({ secret }: Readonly<{ secret: SeenSecret }>) {
  const t = await portalTranslator('userPage')
  const { key, step, createdAt, lastUsedAt, worksUntil, openAccounts } = secret
  const when = () => <Moment at={worksUntil ?? createdAt} mode="dateTime" />
  return (
    <Item
      title={<Link href={keyHref(key.id)}>{key.name}</Link>}
      facts={[
        t('secrets.actsAs', { owner: key.owner.name }),
        t.rich('secrets.generated', { when: () => <Moment at={createdAt} mode="date" /> }),
        lastUsedAt === null
          ? t('secrets.neverUsed')
          : t.rich('secrets.lastUsed', { when: () => <Moment at={lastUsedAt} /> }),
        ...(openAccounts > 0 ? [t('secrets.openAccounts', { count: openAccounts })] : []),
      ]}
      aside={<State kind={looks[step]}>{t.rich(`secrets.steps.${step}`, { when })}</State>}
    />
  )
}

async function LinkItem({ link: { kind, id, name, expiresAt } }: Readonly<{ link: OpenLink }>) {
  const t = await portalTranslator('userPage')
  return (
    <Item
      title={<Link href={kind === 'hand_over' ? keyHref(id) : userHref(id)}>{name}</Link>}
      facts={[t.rich(`links.${kind}`, { when: () => <Moment at={expiresAt} mode="dateTime" /> })]}
    />
  )
}
