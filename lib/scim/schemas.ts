import { EnterpriseUser, Group, User } from 'scimmy/schemas'
import { z } from 'zod'
import { enterpriseSchemaId } from '#lib/scim/attributes.ts'
import { maxListed } from '#lib/scim/list-query.ts'

/** The path of SCIM 2.0 (RFC 7644 §1.3). */
export const scimPath = '/scim/v2'

/** The attributes of RFC 7643 that Latchkey has. It ignores the others. */
const supported: Readonly<Record<string, readonly string[]>> = {
  [User.id]: ['userName', 'name', 'displayName', 'active', 'emails', 'groups'],
  [Group.id]: ['displayName', 'members'],
}
const supportedParts: Readonly<Record<string, readonly string[]>> = {
  name: ['formatted', 'givenName', 'familyName'],
  emails: ['value', 'type', 'primary'],
  groups: ['value', 'display'],
  members: ['value', 'display', 'type'],
}

/** Whether the standard defines a user attribute of this name or path, in any case; extensions count as a whole. */
export function isKnownAttribute(path: string): boolean {
  if (path.startsWith('urn:')) return true
  try {
    User.definition.attribute(path)
    return true
  } catch {
    return false
  }
}

/** RFC 7643 §5. */
export function describeServiceProvider(baseUrl: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxListed },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'An access token with the scope scim, or an API key with it: its ID, a dot, and its secret.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}${scimPath}/ServiceProviderConfig` },
  }
}

/** RFC 7643 §6. */
export function describeResourceTypes(baseUrl: string) {
  return [
    resourceType(baseUrl, 'User', User.id, [{ schema: enterpriseSchemaId, required: false }]),
    resourceType(baseUrl, 'Group', Group.id, []),
  ]
}

function resourceType(baseUrl: string, name: string, schema: string, schemaExtensions: readonly object[]) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint: `/${name}s`, description: name, schema, schemaExtensions },
    meta: { resourceType: 'ResourceType', location: `${baseUrl}${scimPath}/ResourceTypes/${name}` },
  }
}

const attributeSchema = z.looseObject({ name: z.string() })
const descriptionSchema = z.looseObject({
  id: z.string(),
  attributes: z.array(attributeSchema.extend({ subAttributes: z.array(attributeSchema).optional() })),
})

/** The schemas with the attributes that Latchkey has (RFC 7643 §7). */
export function describeSchemas(baseUrl: string) {
  return [User, Group, EnterpriseUser].map(({ definition }) => {
    const described = JSON.stringify(definition.describe(`${baseUrl}${scimPath}/Schemas`))
    const { attributes, ...schema } = descriptionSchema.parse(JSON.parse(described))
    const names = supported[schema.id] ?? []
    return {
      ...schema,
      attributes: attributes.filter(({ name }) => names.includes(name)).map(withSupportedParts),
    }
  })
}

function withSupportedParts({
  subAttributes,
  ...attribute
}: z.output<typeof descriptionSchema>['attributes'][number]): object {
  const names = supportedParts[attribute.name]
  if (!subAttributes || !names) return attribute
  return { ...attribute, subAttributes: subAttributes.filter(({ name }) => names.includes(name)) }
}
