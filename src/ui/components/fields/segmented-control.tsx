import {useId} from 'preact/hooks'
import type {Option} from '../select'

type ToggleProps<Value extends string> = {
  readonly name: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly change: (value: Value) => void
  readonly again?: () => void
}

export function Toggle<Value extends string>({name, value, options, change, again}: ToggleProps<Value>) {
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
            onClick={each === value ? again : undefined}
          />
          {label}
        </label>
      ))}
    </span>
  )
}
