import type { Role } from '#lib/foundation/authorization/roles.ts'

/** `never`: active users who may sign in and never did. */
export const userStatuses = ['active', 'never', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

export const userOrders = ['name', '-name', 'sign-in', '-sign-in'] as const
/** A leading `-` is descending. Users who never signed in come first in ascending order. */
export type UserOrder = (typeof userOrders)[number]

/** Which users the list shows, and in which order; by name unless given. */
export type UserFilter = Readonly<{
  role?: Role | undefined
  status?: UserStatus | undefined
  /** Only users who can open no account. */
  noAccess?: boolean | undefined
  /** Only active users with a password and no second factor. */
  noFactor?: boolean | undefined
  order?: UserOrder | undefined
}>
