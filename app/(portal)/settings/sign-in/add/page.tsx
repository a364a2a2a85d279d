import { forbidden } from 'next/navigation'
import { BackLink } from '#app/(portal)/_header/back-link.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { addPresetHref, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { Link } from '#components/ui/link.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { listProviders } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import {
  type ProviderPreset,
  presetNames,
  providerPresets,
} from '#lib/domain/sign-in/sign-in-providers/provider-presets.ts'
import { providerUrls } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { ConnectForm } from '../_components/connect-form.tsx'
import { SetupSteps } from '../_components/setup-steps.tsx'
import styles from './add-provider.module.css'

export const generateMetadata = pageTitle('companySignIn', (t) => t('form.addTitle'))

/** Which provider, and what connects it. Its own page tests it. */
export default async function AddProviderPage({ searchParams }: PageProps<'/settings/sign-in/add'>) {
  const [actor, query, t, settings] = await Promise.all([
    requireManagerPage(),
    searchParams,
    portalTranslator('companySignIn'),
    portalTranslator('signInSettings'),
  ])
  if (actor.role !== 'owner') forbidden()
  const preset = providerPresets.find((name) => name === textOf(query.preset))
  return (
    <>
      <BackLink href={signInSettingsPath} label={settings('title')} />
      <SectionHeader title={(preset && presetNames[preset]) ?? t('form.addTitle')} />
      <SetupSteps current={preset ? 'connect' : 'provider'} />
      {preset ? <Connect actor={actor} preset={preset} /> : <Presets />}
    </>
  )
}

async function Presets() {
  const t = await portalTranslator('companySignIn')
  return (
    <div className={`lk-card ${styles.card}`}>
      <ul className={styles.presets}>
        {providerPresets.map((preset) => (
          <li key={preset}>
            <Link href={addPresetHref(preset)}>
              <strong>{presetNames[preset] ?? t('setup.other')}</strong>
              <span className="lk-fine">{t(`setup.hints.${preset}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="lk-fine">{t('setup.why')}</p>
    </div>
  )
}

async function Connect({ actor, preset }: Readonly<{ actor: PortalUser; preset: ProviderPreset }>) {
  const services = await getServices()
  const [confirmBy, providers] = await Promise.all([findConfirmBy(services, actor), listProviders(services, actor)])
  const taken = new Set(providers.map(({ id }) => id))
  const name = preset === 'other' ? 'company' : preset
  const ids = [name, ...providers.map((_provider, index) => `${name}-${index + 2}`)]
  return (
    <ClientMessages namespaces={['companySignIn']}>
      <ConnectForm
        preset={preset}
        freeId={ids.find((id) => !taken.has(id)) ?? ''}
        redirectUri={providerUrls(services.env.baseUrl, '<id>').redirectUri}
        confirmBy={confirmBy}
      />
    </ClientMessages>
  )
}
