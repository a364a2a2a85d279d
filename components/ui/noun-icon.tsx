import {
  IconActivity,
  IconBuilding,
  IconBuildingBank,
  IconKey,
  IconLink,
  IconRobot,
  IconSearch,
  IconStack2,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

const icons = {
  account: IconBuilding,
  event: IconActivity,
  group: IconStack2,
  key: IconKey,
  provider: IconBuildingBank,
  returnAddress: IconLink,
  search: IconSearch,
  serviceUser: IconRobot,
  user: IconUsers,
  webhook: IconWebhook,
} as const

export type Noun = keyof typeof icons

/** One icon for each noun, on every page. Decorative: the words are next to it. */
export function NounIcon({ noun, size }: Readonly<{ noun: Noun; size: number }>) {
  const Icon = icons[noun]
  return <Icon size={size} stroke={size < 20 ? 1.75 : 1.5} aria-hidden />
}
