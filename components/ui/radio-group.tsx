import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

type Props = ChoiceGroupProps & Readonly<{ defaultValue?: string; onChange?: (value: string) => void }>

/** Selects one of a few visible choices. */
export function RadioGroup({ defaultValue, onChange, ...group }: Props) {
  return (
    <ChoiceGroup
      {...group}
      type="radio"
      inputOf={({ value }) => ({
        defaultChecked: value === defaultValue,
        ...(onChange && { onChange: () => onChange(value) }),
      })}
    />
  )
}
