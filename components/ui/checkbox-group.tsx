import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

type Props = ChoiceGroupProps & Readonly<{ defaultValues: readonly string[] }>

/** Any of a few. */
export function CheckboxGroup({ defaultValues, ...group }: Props) {
  return (
    <ChoiceGroup
      {...group}
      type="checkbox"
      inputOf={({ value }) => ({ defaultChecked: defaultValues.includes(value) })}
    />
  )
}
