import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { ProviderDialog } from '#app/(portal)/_urls/settings-url.ts'
import { addMapping, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { switchOnProvider } from '#lib/domain/sign-in/company-sign-in/switch-on-provider.ts'
import { changeProvider, getProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'

/** What dialogs do with a sign-in provider and with what its groups give. */
export const providerActions = {
  edit: {
    label: 'edit',
    save: (services, actor, form) =>
      changeProvider(services, actor, { id: readText(form, 'id'), ...readSettings(form) }),
  },
  'switch-on': {
    label: 'switchOn.submit',
    confirm: { title: 'switchOn.title', why: ['switchOn.why'], submit: 'switchOn.submit' },
    run: switchOnProvider,
  },
  'switch-off': {
    label: 'switchOff.submit',
    danger: true,
    confirm: { title: 'switchOff.title', why: ['switchOff.why'], submit: 'switchOff.submit' },
    run: async (services, actor, id) =>
      changeProvider(services, actor, { ...(await getProvider(services, actor, id)), isDisabled: true }),
  },
  map: {
    label: 'mappings.add',
    save: (services, actor, form) => {
      const [source, groupName] = [readText(form, 'id'), readText(form, 'groupName')]
      return addMapping(services, actor, { source, groupName, ...readTarget(readText(form, 'role')) })
    },
  },
  unmap: {
    label: 'mappings.remove',
    danger: true,
    confirm: { title: 'mappings.removeTitle', why: ['mappings.removeWhy'], submit: 'mappings.removeSubmit' },
    save: (services, actor, form) =>
      removeMapping(services, actor, { source: readText(form, 'id'), id: readText(form, 'mappingId') }),
  },
  remove: {
    label: 'remove',
    danger: true,
    confirm: { title: 'removal.title', why: ['removal.why'], submit: 'removal.submit' },
    run: removeProvider,
  },
} as const satisfies Readonly<Record<ProviderDialog, NounAction<unknown>>>

/** One list offers roles and account groups. */
function readTarget(target: string) {
  return target.startsWith('grp_') ? { accountGroupId: target } : { role: target }
}

/** Whether it is switched on isn't among them. */
export function readSettings(form: FormData) {
  const isChecked = (name: string) => form.has(name)
  return {
    label: readText(form, 'label'),
    clientId: readText(form, 'clientId'),
    clientAuth: readText(form, 'clientAuth'),
    secret: readText(form, 'secret'),
    domains: readText(form, 'domains'),
    groupsClaim: readText(form, 'groupsClaim'),
    acrValues: readText(form, 'acrValues'),
    amrValues: readText(form, 'amrValues'),
    maxAgeSeconds: readText(form, 'maxAgeSeconds'),
    createsUsers: isChecked('createsUsers'),
    passwordsOff: isChecked('passwordsOff'),
  }
}
