'use server'

import { RedirectType, redirect } from 'next/navigation'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { type FormWork, runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { providerHref, settingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { addMapping, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { addProvider, changeProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { getServices } from '#lib/foundation/services.ts'

export async function addProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  const id = readText(form, 'id').trim()
  const state = await submit(form, async (services, actor) => {
    await addProvider(services, actor, { id, issuer: readText(form, 'issuer'), ...readSettings(form) })
  })
  if (state.result?.ok) redirect(providerHref(id), RedirectType.replace)
  return state
}

export async function editProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, async (services, actor) => {
    await changeProvider(services, actor, { id: readText(form, 'id'), ...readSettings(form) })
  })
}

export async function removeProviderAction(_former: FormState, form: FormData): Promise<FormState> {
  const state = await submit(form, async (services, actor) => {
    await removeProvider(services, actor, readText(form, 'id'))
  })
  if (state.result?.ok) redirect(settingsPath, RedirectType.replace)
  return state
}

export async function mapGroupAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, async (services, actor) => {
    await addMapping(services, actor, {
      source: readText(form, 'id'),
      groupName: readText(form, 'groupName'),
      ...readTarget(readText(form, 'role')),
    })
  })
}

export async function unmapGroupAction(_former: FormState, form: FormData): Promise<FormState> {
  return submitAndReturn(form, (services, actor) =>
    removeMapping(services, actor, { source: readText(form, 'id'), id: readText(form, 'mappingId') }),
  )
}

/** One list offers roles and account groups. */
function readTarget(target: string) {
  return target.startsWith('grp_') ? { accountGroupId: target } : { role: target }
}

function readSettings(form: FormData) {
  const isChecked = (name: string) => form.has(name)
  return {
    ...{ label: readText(form, 'label'), clientId: readText(form, 'clientId') },
    ...{ clientAuth: readText(form, 'clientAuth'), secret: readText(form, 'secret') },
    ...{ domains: readText(form, 'domains'), groupsClaim: readText(form, 'groupsClaim') },
    ...{ acrValues: readText(form, 'acrValues'), amrValues: readText(form, 'amrValues') },
    maxAgeSeconds: readText(form, 'maxAgeSeconds'),
    ...{ createsUsers: isChecked('createsUsers'), passwordsOff: isChecked('passwordsOff') },
    isDisabled: isChecked('isDisabled'),
  }
}

async function submit(form: FormData, work: FormWork<void>): Promise<FormState> {
  const actor = await requireUser()
  return runForm(await getServices(), actor, form, work)
}

/** Without scripts, returns to the provider's page; with scripts, `useAccessForm` closes the dialog. */
async function submitAndReturn(form: FormData, work: FormWork<void>): Promise<FormState> {
  const state = await submit(form, work)
  if (state.result?.ok && !(await hasScripts())) redirect(providerHref(readText(form, 'id')), RedirectType.replace)
  return state
}
