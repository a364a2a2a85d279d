/** The parts of the API reference, in order, each with its description. */
export const tags = {
  Tokens: 'Issue, refresh, revoke and introspect tokens.',
  'Sign-in links': 'One-time URLs that sign a user in to an account. A program requests them; a browser opens them.',
  Verification: 'Keys and metadata for verifying tokens, and forward auth for reverse proxies.',
  Accounts: 'Create, change, suspend and list accounts. Requests and responses are JSON.',
  'Account groups': 'Create, change and delete sets of accounts that users are given.',
  Users: 'Create, change, deactivate and list users, and give them accounts.',
  'API keys': 'Generate, rotate, hand over, change, disable and revoke API keys, and see their use.',
  'Return addresses': 'Where sign-in links may return users to.',
  Sessions: 'Who has an account open, and how to end it.',
  Settings: 'How the organization is shown, and who needs a second factor.',
  Webhooks: 'Add, change, pause and test endpoints that events are sent to.',
  Events: 'What happened, for programs: every change, sign-in and opened account.',
  Operation: 'Endpoints for load balancers and tools.',
} as const

export type Tag = keyof typeof tags
