import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

type Props = ChoiceGroupProps & Readonly<{ defaultValues: readonly string[] }>

/** Selects any number of a few visible choices. */
export function CheckboxGroup({ defaultValues, ...group }: Props) {
  return (
    <ChoiceGroup
      {...group}
      type="checkbox"
      inputOf={({ value }) => ({ defaultChecked: defaultValues.includes(value) })}
    />
  )
}
