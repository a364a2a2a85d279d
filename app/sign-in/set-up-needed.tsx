import { Notice } from '../../components/ui/notice.tsx'
import { portalTranslator } from '../(portal)/_preferences/preferences.ts'

/** Tells the operator where to find the set-up link. The link itself is never shown: it creates the owner. */
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

/** Shown beside the form if there are users but no owner. */
export async function OwnerMissing() {
  const t = await portalTranslator('shell')
  return <Notice title={t('setUpNeeded.ownerMissing')}>{t('setUpNeeded.why')}</Notice>
}
