import {Plus} from 'lucide-preact'
import type {Option} from '../../components/select'

type FilterChoiceProps<Value extends string> = {
  readonly name: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly change: (value: Value) => void
}

/** Shows "+ Type" or "Type Cancel", with a transparent native select on top. */
export function FilterChoice<Value extends string>({name, value, options, change}: FilterChoiceProps<Value>) {
  const label = options.find(([each]) => each === value)?.[1] ?? value
  return (
    <span class="filter-choice" data-set={value === '' ? undefined : ''}>
      <span class="filter-choice-text" aria-hidden="true">
        {value === '' && <Plus size={14} strokeWidth={1.75} />}
        {name}
        {value !== '' && <b dir="auto">{label}</b>}
      </span>
      <select
        aria-label={name}
        title={value === '' ? undefined : label}
        value={value}
        onChange={event => {
          const chosen = options.find(([each]) => each === event.currentTarget.value)
          if (chosen) change(chosen[0])
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
