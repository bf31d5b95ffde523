import {X} from 'lucide-preact'
import {useRef} from 'preact/hooks'
import type {Source} from '../../../contract/source'
import {useKeptFocus} from '../../fields/keep-focus'
import {TextField} from '../../fields/text-field'
import {Select, optionsOf} from '../../parts/select'
import {editorWords, keyWords, operatorWords} from '../../words'
import {Filters} from './filter-chips'

type SourceLineProps = {
  readonly source: Source | undefined
  readonly at: string
  readonly isOptional: boolean
  readonly change: (update: (now: Source | undefined) => Source | undefined, said?: string) => void
}

const hintKinds = {Equals: 'text', Contains: 'text', Wildcard_Matches: 'wildcard', Matches: 'regex'} as const

/** When [URL][contains][value], one joined field, and the filters below it. */
export function SourceLine({source, at, isOptional, change}: SourceLineProps) {
  const changeIt = (update: (now: Source) => Source, said?: string) => change(now => now && update(now), said)
  const line = useRef<HTMLDivElement>(null)
  useKeptFocus(line, ['input', 'button'])
  return (
    <div class="line" ref={line}>
      <span class="line-verb">{editorWords.when}</span>
      {source === undefined ? (
        <div class="line-fields">
          <span>{editorWords.anyRequest}</span>
          <button
            type="button"
            class="link-button"
            onClick={() => change(() => ({key: 'url', operator: 'Contains', value: ''}))}
          >
            {editorWords.addCondition}
          </button>
        </div>
      ) : (
        <div class="line-fields">
          <div class="joined">
            <Select
              name={editorWords.sourceKey}
              value={source.key}
              options={optionsOf(keyWords)}
              change={key => changeIt(now => ({...now, key}))}
            />
            <Select
              name={editorWords.sourceOperator}
              value={source.operator}
              options={optionsOf(operatorWords)}
              change={operator => changeIt(now => ({...now, operator}))}
            />
            <TextField
              at={`${at}.value`}
              name={editorWords.sourceValue}
              placeholder={editorWords.valueHints[source.key][hintKinds[source.operator]]}
              value={source.value}
              change={value => changeIt(now => ({...now, value}))}
            />
          </div>
          <Filters source={source} at={at} change={changeIt}>
            {isOptional && (
              <button
                type="button"
                class="add-button add-filter"
                onClick={() => change(() => undefined, editorWords.conditionRemoved)}
              >
                <X size={14} strokeWidth={1.75} aria-hidden="true" />
                {editorWords.removeCondition}
              </button>
            )}
          </Filters>
        </div>
      )}
    </div>
  )
}
