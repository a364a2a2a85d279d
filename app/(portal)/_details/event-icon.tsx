import {
  IconArrowsRightLeft,
  IconBuilding,
  IconBuildingBank,
  IconBuildingOff,
  IconCertificate,
  IconDatabase,
  IconDoorExit,
  IconExternalLink,
  IconKey,
  IconKeyOff,
  IconLink,
  IconLinkOff,
  IconLock,
  IconLogin,
  IconLogin2,
  IconLogout,
  IconPalette,
  IconPassword,
  IconRefresh,
  IconRotate,
  IconStack2,
  IconUpload,
  IconUserEdit,
  IconUserOff,
  IconUserPlus,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import { type EventGroup, type EventKind, groupOf } from '#lib/foundation/audit/event.ts'
import styles from './event-icon.module.css'

const groupIcons: Readonly<Record<EventGroup, typeof IconUsers>> = {
  user: IconUsers,
  portal_session: IconLogin2,
  api_key: IconKey,
  refresh_family: IconRefresh,
  signing_key: IconCertificate,
  account: IconBuilding,
  account_group: IconStack2,
  group_mapping: IconArrowsRightLeft,
  scim_group: IconUsersGroup,
  access_request: IconUserQuestion,
  return_address: IconLink,
  webhook: IconWebhook,
  sign_in_provider: IconBuildingBank,
  sso_grant: IconLogin,
  account_session: IconDoorExit,
  organization: IconPalette,
  database: IconDatabase,
}

/** Kinds that differ from their group at a glance. */
const kindIcons: Readonly<Partial<Record<EventKind, typeof IconUsers>>> = {
  'user.created': IconUserPlus,
  'user.updated': IconUserEdit,
  'user.profile_changed': IconUserEdit,
  'user.names_requested': IconUserQuestion,
  'user.deactivated': IconUserOff,
  'user.password_link_created': IconPassword,
  'user.password_link_requested': IconPassword,
  'user.password_set': IconPassword,
  'user.password_changed': IconPassword,
  'user.factor_changed': IconPassword,
  'user.identity_linked': IconLink,
  'user.identity_unlinked': IconLinkOff,
  'user.groups_untold': IconLinkOff,
  'portal_session.refused': IconLock,
  'portal_session.ended': IconLogout,
  'api_key.disabled': IconKeyOff,
  'api_key.revoked': IconKeyOff,
  'api_key.secret_rotated': IconRotate,
  'api_key.secret_retired': IconKeyOff,
  'account.suspended': IconBuildingOff,
  'account.imported': IconUpload,
  'return_address.removed': IconLinkOff,
  'sso_grant.obtained': IconExternalLink,
  'sso_grant.refused': IconLinkOff,
  'sso_grant.revoked': IconLinkOff,
}

const tones: Readonly<Partial<Record<EventKind, 'warning' | 'danger'>>> = {
  'portal_session.refused': 'warning',
  'sso_grant.refused': 'danger',
  'sso_grant.revoked': 'danger',
  'refresh_family.revoked': 'danger',
  'api_key.expiring': 'warning',
  'webhook.paused': 'warning',
}

/** Decorative: the sentence next to it says what happened. */
export function EventIcon({ kind }: Readonly<{ kind: EventKind }>) {
  const Icon = kindIcons[kind] ?? groupIcons[groupOf(kind)]
  return (
    <span className={styles.icon} {...(kind in tones && { 'data-tone': tones[kind] })}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
