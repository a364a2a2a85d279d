import { Notice } from '../../components/ui/notice.tsx'
import { portalTranslator } from '../(portal)/_preferences/preferences.ts'

/** Where the operator finds the set-up link. The link itself is shown to no visitor: it makes its holder the owner. */
export async function SetUpNeeded() {
  const t = await portalTranslator('shell')
  return (
    <>
      <h1>{t('setUpNeeded.title')}</h1>
      <p>{t('setUpNeeded.why')}</p>
      <p>{t('setUpNeeded.newLink')}</p>
      <p className="lk-fine">
        {t('setUpNeeded.docker')} <code>docker compose logs latchkey</code>
      </p>
    </>
  )
}

/** The same beside the form, where there are users but no owner among them. */
export async function OwnerMissing() {
  const t = await portalTranslator('shell')
  return <Notice title={t('setUpNeeded.ownerMissing')}>{t('setUpNeeded.why')}</Notice>
}
