import { redirect } from 'next/navigation'
import { pageTitle } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { adminPlaces } from '#app/(portal)/_urls/admin-places.ts'
import { currentId, FirstSteps } from '#app/(portal)/overview/_components/first-steps.tsx'
import { FirstStepsDialog } from '#app/(portal)/overview/_components/first-steps-dialog.tsx'
import { FocusReturn } from '#components/focus-return.tsx'
import { readFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import { getServices } from '#lib/foundation/services.ts'

export const generateMetadata = pageTitle('overview', (t) => t('title'))

/** In place of the overview until an account was opened. Only a new instance loads its dialogs. */
export default async function FirstStepsPage({ searchParams }: PageProps<'/overview/first-steps'>) {
  const [actor, services, query] = await Promise.all([requireManagerPage(), getServices(), searchParams])
  const steps = await readFirstSteps(services, actor)
  if (!steps) redirect(adminPlaces.overview)
  const { dialog, key } = query
  return (
    <>
      <FirstSteps actor={actor} steps={steps} isKeyNew={key !== undefined} reloads={dialog === undefined} />
      <FocusReturn section={dialog === undefined ? undefined : currentId} />
      <FirstStepsDialog actor={actor} steps={steps} query={query} />
    </>
  )
}
