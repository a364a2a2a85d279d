import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import {
  provesFactor,
  providerUrls,
  type SignInProvider,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import styles from './provider-cards.module.css'

/** What the provider's administrator enters there, to copy. */
export async function ProviderUrls({ baseUrl, id }: Readonly<{ baseUrl: string; id: string }>) {
  const t = await portalTranslator('companySignIn')
  const urls = providerUrls(baseUrl, id)
  const names = ['redirectUri', 'logoutUri', 'jwksUri'] as const
  return (
    <Card title={t('urls.title')}>
      <div className={`lk-form ${styles.urls}`}>
        <p className="lk-fine">{t('urls.why')}</p>
        <ClientMessages namespaces={[]}>
          {names.map((name) => (
            <CodeBlock
              key={name}
              label={t(`urls.${name}`)}
              action={<CopyButton value={urls[name]} what={t(`urls.${name}`)} />}
            >
              {urls[name]}
            </CodeBlock>
          ))}
        </ClientMessages>
      </div>
    </Card>
  )
}

export async function ProviderFacts({ provider }: Readonly<{ provider: SignInProvider }>) {
  const t = await portalTranslator('companySignIn')
  const { domains, createsUsers, passwordsOff, groupsClaim, clientId, clientAuth } = provider
  return (
    <Card title={t('facts.title')}>
      <Facts
        facts={[
          [t('form.clientId'), <code key="client">{clientId}</code>],
          [t('form.clientAuth'), t(`form.methods.${clientAuth}`)],
          [t('columns.domains'), domains.join(', ') || t('anyDomain')],
          [t('facts.createsUsers'), t(createsUsers ? 'facts.creates' : 'facts.invites')],
          [t('facts.passwords'), t(passwordsOff ? 'facts.passwordsOff' : 'facts.passwordsOn')],
          [t('facts.factor'), t(provesFactor(provider) ? 'facts.factorProven' : 'facts.factorHere')],
          [t('facts.groups'), groupsClaim === null ? t('facts.groupsNone') : <code key="claim">{groupsClaim}</code>],
        ]}
      />
    </Card>
  )
}
