import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { PortalLink } from '#components/ui/link-button.tsx'
import { mappedNameLengths } from '#lib/domain/people/group-mappings/limits.ts'
import type { AccessPreview } from '#lib/domain/sign-in/company-sign-in/preview-access.ts'
import { toShownText } from '#lib/domain/sign-in/company-sign-in/told-claims.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import styles from './test-card.module.css'

type Props = Readonly<{ provider: SignInProvider; preview: AccessPreview }>

/** Groups that give nothing: more say no more. */
const maxUnmapped = 20
/** Characters of a group's name. */
const maxShown = 100

/** What the claims would give, each with its source. */
export async function PreviewedAccess({ provider, preview }: Props) {
  const [t, groups] = await Promise.all([portalTranslator('companySignIn'), portalTranslator('accountGroups')])
  const { role, accountGroups, unmapped } = preview
  const from = (groupName: string) => (
    <>
      {t('test.from')} <Group>{groupName}</Group>
    </>
  )
  const required = [
    ...provider.acrValues.map((value) => `acr = ${value}`),
    ...provider.amrValues.map((value) => `amr = ${value}`),
  ]
  const isRefused = preview.user.kind === 'refused'
  return (
    <section>
      <h3>{t('test.gives')}</h3>
      <ul className={styles.gives}>
        <PreviewedUser user={preview.user} />
        {role.groupName !== null && <Line given title={t(`test.roles.${role.name}`)} source={from(role.groupName)} />}
        {role.groupName === null && !isRefused && (
          <Line given title={t(`test.roles.${role.name}`)} source={t('test.noGroup')} />
        )}
        {accountGroups.map(({ name, groupName, accounts }) => (
          <Line
            key={`${name} ${groupName}`}
            given
            title={t('mappings.accountGroup', { name })}
            source={
              <>
                {from(groupName)} · {groups(accounts.isExact ? 'counts.accounts' : 'counts.accountsAtLeast', accounts)}
              </>
            }
          />
        ))}
        {preview.provesFactor ? (
          <Line given title={t('test.factor')} source={required.join(', ')} />
        ) : (
          <Line title={t('test.noFactor')} source={t('facts.factorHere')} />
        )}
        {unmapped === 'untold' ? (
          <Line title={t('test.untold')} source={t('test.untoldWhy')} />
        ) : (
          unmapped.slice(0, maxUnmapped).map((name) => (
            <Line
              key={name}
              title={
                <>
                  <Group>{name}</Group> {t('test.nothing')}{' '}
                  {name.length <= mappedNameLengths.max && (
                    <PortalLink href={providerHref(provider.id, 'map', name)} inPlace>
                      {t('test.map')}
                    </PortalLink>
                  )}
                </>
              }
            />
          ))
        )}
      </ul>
    </section>
  )
}

const explained = ['not_linked', 'email', 'user_exists', 'inactive'] as const

async function PreviewedUser({ user }: Pick<AccessPreview, 'user'>) {
  const t = await portalTranslator('companySignIn')
  if (user.kind === 'refused') {
    const problem = explained.find((name) => name === user.problem) ?? 'unavailable'
    return <Line title={t('test.noUser')} source={t(`test.refusals.${problem}`)} />
  }
  if (user.kind === 'linked') return <Line given title={t('test.linked', { name: user.name })} />
  return <Line given title={t('test.new', { name: user.name })} source={t('test.newWhy')} />
}

type LineProps = Readonly<{ given?: boolean; title: ReactNode; source?: ReactNode }>

function Line({ given = false, title, source }: LineProps) {
  const Icon = given ? IconCheck : IconMinus
  return (
    <li data-given={given || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <div>
        {title}
        {source && <p className="lk-fine">{source}</p>}
      </div>
    </li>
  )
}

function Group({ children }: Readonly<{ children: string }>) {
  return (
    <bdi>
      <code>{toShownText(children, maxShown)}</code>
    </bdi>
  )
}
