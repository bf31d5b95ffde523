import {ChevronDown} from 'lucide-preact'
import type {JSX} from 'preact'

export type Option<Value extends string> = readonly [value: Value, label: string]

type SelectProps<Value extends string> = {
  readonly name: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly change: (value: Value) => void
  readonly id?: string
  readonly described?: JSX.IntrinsicElements['select']
}

export function Select<Value extends string>({name, value, options, change, id, described}: SelectProps<Value>) {
  return (
    <span class="select">
      <select
        id={id}
        aria-label={name}
        value={value}
        onChange={event => {
          const chosen = options.find(([each]) => each === event.currentTarget.value)
          if (chosen) change(chosen[0])
        }}
        {...described}
      >
        {options.map(([each, label]) => (
          <option key={each} value={each} selected={each === value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
