import type { ReactNode } from 'react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { State } from '#components/ui/state.tsx'
import type { TestProblem } from '#lib/domain/sign-in/company-sign-in/provider-test.ts'
import type { ShownTest } from '#lib/domain/sign-in/company-sign-in/switch-on-provider.ts'
import {
  providerPath,
  providerUrls,
  type SignInProvider,
} from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { getServices } from '#lib/foundation/services.ts'
import { PreviewedAccess } from './previewed-access.tsx'
import { RefreshOnReturn } from './refresh-on-return.tsx'
import styles from './test-card.module.css'

type Props = Readonly<{ provider: SignInProvider; test: ShownTest | undefined }>

/** A test sign-in: what came of it, what that would give, and the switch that it allows. */
export async function TestCard({ provider, test }: Props) {
  const t = await portalTranslator('companySignIn')
  const isPassed = test !== undefined && 'preview' in test
  const state =
    test && (isPassed ? <State kind="on">{t('test.passed')}</State> : <State kind="ended">{t('test.failed')}</State>)
  return (
    <Card title={t('test.title')} action={state}>
      <RefreshOnReturn />
      {!test && <p className={styles.why}>{t('test.why')}</p>}
      {test && 'problem' in test && <Failure provider={provider} {...test} />}
      {test && test.told.length > 0 && (
        <div className={styles.columns}>
          <section>
            <h3>{t('test.told')}</h3>
            <dl className={styles.told}>
              {test.told.map(({ name, value }) => (
                <div key={name}>
                  <dt>
                    <bdi>{name}</bdi>
                  </dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          {isPassed && <PreviewedAccess provider={provider} preview={test.preview} />}
        </div>
      )}
      <Foot provider={provider} isTested={test !== undefined} isPassed={isPassed} />
    </Card>
  )
}

type FootProps = Readonly<{ provider: SignInProvider; isTested: boolean; isPassed: boolean }>

async function Foot({ provider: { id, isDisabled }, isTested, isPassed }: FootProps) {
  const t = await portalTranslator('companySignIn')
  const maySwitchOn = isDisabled && isPassed
  return (
    <div className={styles.foot}>
      <span>{t(isPassed ? 'test.wroteNothing' : 'test.writesNothing')}</span>
      <form method="post" action={providerPath(id)} target="_blank" rel="noopener">
        <input type="hidden" name="test" value="1" />
        <input type="hidden" name="next" value={providerHref(id)} />
        <button type="submit" className="lk-button" data-variant={isDisabled && !isPassed ? 'primary' : 'secondary'}>
          {t(isTested ? 'test.again' : 'test.title')}
        </button>
      </form>
      {maySwitchOn && (
        <LinkButton href={providerHref(id, 'switch-on')} variant="primary" inPlace>
          {t('switchOn.submit')}
        </LinkButton>
      )}
    </div>
  )
}

type FailureProps = Readonly<{ provider: SignInProvider; problem: TestProblem; code: string }>

/** Codes of a provider that can't be reached, each with a sentence of its own. */
const explained = [
  'timeout',
  'unresolved',
  'blocked_address',
  'connection',
  'tls',
  'not_discovery',
  'server_error',
] as const

async function Failure({ provider, problem, code }: FailureProps) {
  const [t, { env }] = await Promise.all([portalTranslator('companySignIn'), getServices()])
  const known = explained.find((name) => name === code)
  const values: Partial<Record<TestProblem, readonly [label: string, value: string]>> = {
    redirect_uri: [t('urls.redirectUri'), providerUrls(env.baseUrl, provider.id).redirectUri],
    client: [t('form.clientId'), provider.clientId],
    refused: [t('form.issuer'), provider.issuer],
  }
  const [label, value] = values[problem] ?? []
  return (
    <div className={styles.failure}>
      <Notice tone="danger" title={t(`test.problems.${problem}.title`)}>
        {code !== '' && (
          <p>
            {t('test.answered')} <Told>{code}</Told>
          </p>
        )}
        <p>{known ? t(`problems.${known}`) : t(`test.problems.${problem}.fix`)}</p>
      </Notice>
      {label !== undefined && value !== undefined && (
        <ClientMessages>
          <CodeBlock label={label} action={<CopyButton value={value} what={label} />}>
            {value}
          </CodeBlock>
        </ClientMessages>
      )}
    </div>
  )
}

/** Text of the provider, in its own direction. */
function Told({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <bdi>
      <code className={styles.code}>{children}</code>
    </bdi>
  )
}
