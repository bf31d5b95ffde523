import {useId} from 'preact/hooks'
import type {Option} from '../select'

type SegmentedControlProps<Value extends string> = {
  readonly name: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly change: (value: Value) => void
  readonly onReselect?: () => void
}

export function SegmentedControl<Value extends string>({
  name,
  value,
  options,
  change,
  onReselect,
}: SegmentedControlProps<Value>) {
  const group = useId()
  return (
    <span class="toggle" role="radiogroup" aria-label={name}>
      {options.map(([each, label]) => (
        <label key={each} data-checked={each === value ? '' : undefined}>
          <input
            type="radio"
            name={group}
            value={each}
            checked={each === value}
            onChange={() => change(each)}
            onClick={each === value ? onReselect : undefined}
          />
          {label}
        </label>
      ))}
    </span>
  )
}
