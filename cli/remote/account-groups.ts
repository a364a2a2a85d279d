import { z } from 'zod'
import {
  editedMembersResource,
  groupResource,
  listedGroupResource,
  memberResource,
} from '#lib/account-groups/group-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'

const resource = z.object(groupResource.shape)
const listed = z.object(listedGroupResource.shape)
const member = z.object(memberResource.shape)
const edited = z.object(editedMembersResource.shape)

export function remoteAccountGroups(api: Api): Operations['accountGroups'] {
  return {
    list: () => api.list(['account-groups'], listed),
    create: (input) => api.post(['account-groups'], input, resource),
    change: (id, patch) => api.patch(['account-groups', id], patch, resource),
    delete: (id) => api.remove(['account-groups', id]),
    listAccounts: (id) => api.list(['account-groups', id, 'accounts'], member),
    editAccounts: (id, edit) => api.post(['account-groups', id, 'accounts'], edit, edited),
  }
}
