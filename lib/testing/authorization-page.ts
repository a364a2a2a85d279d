/** A row of a table: an action, what each kind of actor may do, and whether it needs a recent confirmation. */
export type ActionRow = Readonly<{ action: string; cells: readonly string[]; confirms: boolean }>

/** The measured tables of docs/authorization.md. */
export type MeasuredTables = Readonly<{
  kinds: readonly string[]
  portalKinds: readonly string[]
  onUsers: readonly ActionRow[]
  onKeys: readonly ActionRow[]
  onOthers: readonly ActionRow[]
  byThemselves: readonly ActionRow[]
  /** The actions of client programs, by scope. */
  byScope: Readonly<Record<string, readonly string[]>>
  /** The fields of a form or command, by its name. */
  fields: Readonly<Record<string, readonly string[]>>
}>

const headings: Readonly<Record<string, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  agent: 'Agent',
  'service user': 'API key',
  visitor: 'Anonymous',
  operator: 'Command line',
}

/** What docs/authorization.md says. */
export function formatAuthorizationPage(measured: MeasuredTables): string {
  const all = measured.kinds
  return `# Authorization

Who may do what. A use case decides before it reads or writes; pages only hide refused actions
([\`lib/foundation/authorization/permissions.ts\`](../lib/foundation/authorization/permissions.ts)). The tables are generated: a test calls each use case as each kind of actor, and notes
which calls are refused. It fails if a use case is missing, or if this page is out of date. To write the page again:

\`\`\`sh
TEST_COMPLETE=1 npx vitest run lib/authorization.test.ts -u
\`\`\`

- **Command line**: the operator on the server, through \`latchkey\`.
- **API key**: a client with a key of a service user. It calls the endpoints of [protocol.md](protocol.md) within the scopes of its
  key, and none of these actions. Keys of owners and admins can have management scopes, which are listed separately.
- **Anonymous**: a browser before sign-in. It can sign in, and use a link that it was given.
- **Confirm**: a user must have [confirmed](sign-in.md#confirmation) their identity within 10 minutes. The command line needs no
  confirmation.

A new role, a deactivation and a change of access apply to the next request.

## Users

Each cell names the roles of the users that an actor may change in this way. *Self*: the actor too. Service users have neither password
nor factors, and users can't become service users. The last active owner can't be demoted or deactivated.

${formatTable(all, measured.onUsers)}

## Keys and accounts of a user

Each cell names the roles of the owners of these keys and accounts. *Self*: the actor's own. Owners and admins open every account, so
they have neither a list of accounts nor groups.

${formatTable(all, measured.onKeys)}

## Accounts, groups, activity, webhooks and settings

A list of API keys holds only keys that the actor may manage. A test mail of a user goes to their own email address.

${formatTable(all, measured.onOthers)}

## What users do for themselves

Only a signed-in user can call these use cases. They reach only what belongs to that user: an ID of another user's session, passkey or
file gets the same response as an unknown one. Owners and admins open all accounts. Agents open those on their list and in their
groups, or all.

${formatTable(measured.portalKinds, measured.byThemselves)}

## What client programs do with a management scope

Only keys of owners and admins can have these scopes. A scope stops working when the owner of the key is no longer one. See
[management-api.md](management-api.md).

${formatCells([['Scope', 'Actions'], ...Object.entries(measured.byScope).map(([scope, actions]) => [`\`${scope}\``, actions.map(capitalize).join('. ')])])}

## Fields

A request can set these fields only; others are ignored. The permissions and limits of a key only get narrower, apart from its
limit of calls. A password, a key secret and a recovery code can't be read again after they were set or shown once.

${formatCells([['Action', 'Fields'], ...Object.entries(measured.fields).map(([action, names]) => [action, names.map((name) => `\`${name}\``).join(', ')])])}
`
}

function formatTable(kinds: readonly string[], rows: readonly ActionRow[]): string {
  const heading = ['Action', ...kinds.map((kind) => headings[kind] ?? kind), 'Confirm']
  return formatCells([
    heading,
    ...rows.map(({ action, cells, confirms }) => [capitalize(action), ...cells, confirms ? 'yes' : '–']),
  ])
}

function formatCells([heading = [], ...lines]: readonly (readonly string[])[]): string {
  const border = `|${heading.map(() => '---|').join('')}`
  return [toLine(heading), border, ...lines.map(toLine)].join('\n')
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
