/** Pages for an owner, the busiest of each kind. */
export const portalPages = [
  '/',
  '/?q=nothing-like-it',
  '/overview',
  '/users-and-access',
  '/users-and-access/users',
  '/users-and-access/requests',
  '/manage/accounts',
  '/manage/accounts/groups',
  '/manage/accounts/import',
  '/activity',
  '/settings/webhooks',
  '/jump?q=a',
  '/settings',
  '/settings/sign-in',
  '/settings/provisioning',
  '/settings/notices',
  '/your-account',
  '/nowhere',
] as const

/** Pages without a portal session. */
export const openPages = [
  '/sign-in',
  '/set-up?token=x',
  '/set-password?token=x',
  '/hand-over?token=x',
  '/hand-over/done',
  '/sso?token=x',
  '/accounts/nowhere',
] as const
